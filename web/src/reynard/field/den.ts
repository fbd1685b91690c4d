// The objects of the den: lamp, charger, obstacles, and the rays of light.
// Screen pixels; sizes in metres times the camera's scale.

import { type Camera, toScreen } from '../core/camera';
import { brightness, css, lighter } from '../core/color';
import type { Charger, Lamp, LightSensor, Obstacle } from '../core/protocol';
import { share } from '../../shared/units';
import type { Palette } from './palette';

export function drawObstacles(
  context: CanvasRenderingContext2D,
  camera: Camera,
  obstacles: readonly Obstacle[],
  palette: Palette,
): void {
  context.lineWidth = Math.max(0.005 * camera.scale, 1.5);
  context.strokeStyle = palette.obstacleEdge;
  for (const obstacle of obstacles) {
    const [x, y] = toScreen(camera, obstacle.position);
    context.save();
    context.translate(x, y);
    context.shadowColor = palette.shadow;
    context.shadowBlur = 10;
    context.shadowOffsetY = 3;
    context.fillStyle = palette.obstacle;
    if (obstacle.shape === 'circle') stone(context, obstacle.radius * camera.scale);
    else {
      context.rotate(-obstacle.angle);
      crate(context, obstacle.size[0] * camera.scale, obstacle.size[1] * camera.scale);
    }
    context.restore();
  }
}

function stone(context: CanvasRenderingContext2D, radius: number): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
  context.shadowColor = 'transparent';
  context.stroke();
  context.globalAlpha = 0.35;
  context.beginPath();
  context.arc(0, 0, radius * 0.68, Math.PI * 1.1, Math.PI * 1.6);
  context.stroke();
}

function crate(context: CanvasRenderingContext2D, width: number, height: number): void {
  const corner = Math.min(width, height) * 0.12;
  context.beginPath();
  context.roundRect(-width / 2, -height / 2, width, height, corner);
  context.fill();
  context.shadowColor = 'transparent';
  context.stroke();
  const inset = Math.min(width, height) * 0.18;
  if (inset < 3) return;
  context.globalAlpha = 0.4;
  context.beginPath();
  context.roundRect(-width / 2 + inset, -height / 2 + inset, width - 2 * inset, height - 2 * inset, corner / 2);
  context.moveTo(-width / 2 + inset, height / 2 - inset);
  context.lineTo(width / 2 - inset, -height / 2 + inset);
  context.stroke();
}

/** Light on the floor; under all objects. */
export function drawGlow(context: CanvasRenderingContext2D, camera: Camera, lamp: Lamp, palette: Palette): void {
  if (!lamp.on || lamp.intensity <= 0) return;
  const [x, y] = toScreen(camera, lamp.position);
  const reach = (0.45 + 0.25 * Math.min(lamp.intensity, 3)) * camera.scale;
  const glow = context.createRadialGradient(x, y, 0, x, y, reach);
  const strength = palette.dark ? 0.5 : 0.42;
  const color = lampLight(lamp);
  glow.addColorStop(0, css(color, strength));
  glow.addColorStop(0.35, css(color, strength * 0.4));
  glow.addColorStop(1, css(color, 0));
  context.fillStyle = glow;
  context.beginPath();
  context.arc(x, y, reach, 0, 2 * Math.PI);
  context.fill();
}

/** White light shows as warm on paper. */
const lampLight = (lamp: Lamp): Lamp['color'] =>
  brightness(lamp.color) > 0.92 ? [1, 0.82, 0.38] : lamp.color;

export function drawLamp(context: CanvasRenderingContext2D, camera: Camera, lamp: Lamp, palette: Palette, held: boolean): void {
  const [x, y] = toScreen(camera, lamp.position);
  const size = Math.max(0.032 * camera.scale, 8) * (held ? 1.2 : 1);
  context.save();
  context.translate(x, y);
  context.lineCap = 'round';
  if (lamp.on) {
    context.strokeStyle = css(lampLight(lamp), 0.95);
    context.lineWidth = size * 0.16;
    for (let ray = 0; ray < 8; ray += 1) {
      const angle = (ray * Math.PI) / 4;
      context.beginPath();
      context.moveTo(Math.cos(angle) * size * 1.35, Math.sin(angle) * size * 1.35);
      context.lineTo(Math.cos(angle) * size * 1.7, Math.sin(angle) * size * 1.7);
      context.stroke();
    }
  }
  context.fillStyle = lamp.on ? css(lighter(lampLight(lamp), 0.35)) : palette.obstacle;
  context.strokeStyle = palette.outline;
  context.lineWidth = Math.max(size * 0.14, 1.5);
  context.beginPath();
  context.arc(0, 0, size, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.fillStyle = palette.outline;
  context.beginPath();
  context.roundRect(-size * 0.42, size * 0.72, size * 0.84, size * 0.55, size * 0.15);
  context.fill();
  context.restore();
}

/** The pad glows with the energy of the charger; a ring shows how much it is. */
export function drawCharger(
  context: CanvasRenderingContext2D,
  camera: Camera,
  charger: Charger,
  palette: Palette,
): void {
  const [x, y] = toScreen(camera, charger.position);
  const radius = charger.radius * camera.scale;
  const full = share(charger.energy, charger.capacity);
  const glow = context.createRadialGradient(x, y, 0, x, y, radius * 1.5);
  const alpha = 0.1 + 0.6 * full;
  glow.addColorStop(0, css(charger.color, alpha));
  glow.addColorStop(0.6, css(charger.color, alpha * 0.45));
  glow.addColorStop(1, css(charger.color, 0));
  context.fillStyle = glow;
  context.beginPath();
  context.arc(x, y, radius * 1.5, 0, 2 * Math.PI);
  context.fill();

  context.save();
  context.strokeStyle = palette.axis;
  context.lineWidth = 1.5;
  context.setLineDash([5, 5]);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.restore();
  gauge(context, x, y, Math.max(0.05 * camera.scale, 11), full, charger, palette);
}

/** A ring that runs inwards while a robot charges; `pulse` is from 0 to 1. */
export function drawCharging(context: CanvasRenderingContext2D, camera: Camera, charger: Charger, pulse: number): void {
  if (charger.robot === null) return;
  const [x, y] = toScreen(camera, charger.position);
  context.strokeStyle = css(lighter(charger.color, 0.2), 0.7 * (1 - pulse));
  context.lineWidth = 3;
  context.beginPath();
  context.arc(x, y, charger.radius * camera.scale * (1 - 0.6 * pulse), 0, 2 * Math.PI);
  context.stroke();
}

function gauge(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  full: number,
  charger: Charger,
  palette: Palette,
): void {
  context.fillStyle = palette.field;
  context.strokeStyle = palette.outline;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, size, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.strokeStyle = css(charger.color);
  context.lineWidth = size * 0.26;
  context.lineCap = 'butt';
  context.beginPath();
  context.arc(x, y, size * 0.78, -Math.PI / 2, -Math.PI / 2 + full * 2 * Math.PI);
  context.stroke();
  const bolt = size * 0.5;
  context.fillStyle = palette.label;
  context.beginPath();
  context.moveTo(x + bolt * 0.25, y - bolt);
  context.lineTo(x - bolt * 0.55, y + bolt * 0.15);
  context.lineTo(x - bolt * 0.02, y + bolt * 0.15);
  context.lineTo(x - bolt * 0.25, y + bolt);
  context.lineTo(x + bolt * 0.55, y - bolt * 0.15);
  context.lineTo(x + bolt * 0.02, y - bolt * 0.15);
  context.closePath();
  context.fill();
}

/** A free ray runs to the sensor; a blocked one ends in a cross, the rest is dashed; one from behind is dotted. */
export function drawRays(
  context: CanvasRenderingContext2D,
  camera: Camera,
  sensors: readonly LightSensor[],
  palette: Palette,
): void {
  const strongest = Math.max(1e-9, ...sensors.flatMap((sensor) => sensor.rays.map((ray) => ray.irradiance)));
  for (const sensor of sensors) {
    for (const ray of sensor.rays) {
      const from = toScreen(camera, ray.from);
      const to = toScreen(camera, ray.to);
      context.lineCap = 'round';
      if (ray.blockedAt) {
        const stop = toScreen(camera, ray.blockedAt);
        stroke(context, from, stop, palette.blocked, 1.5, []);
        stroke(context, stop, to, palette.blocked, 1, [2, 6]);
        cross(context, stop, palette.blocked);
      } else if (ray.irradiance <= 0) {
        // Nothing in the way, but the sensor looks elsewhere.
        stroke(context, from, to, palette.blocked, 1, [1, 7]);
      } else {
        const strength = 0.35 + 0.65 * Math.sqrt(share(ray.irradiance, strongest));
        stroke(context, from, to, `rgba(${palette.dark ? '255, 209, 102' : '214, 140, 0'}, ${strength.toFixed(2)})`, 2, []);
      }
    }
    const [x, y] = toScreen(camera, sensor.position);
    const lit = sensor.rays.some((ray) => !ray.blockedAt && ray.irradiance > 0);
    // A ring, because one of them is his eye.
    const radius = Math.max(0.018 * camera.scale, 4);
    for (const [width, color] of [[0.25, palette.outline], [0.14, lit ? '#ffd166' : '#b9aea4']] as const) {
      context.strokeStyle = color;
      context.lineWidth = Math.max(width * 2 * radius * 0.7, 1);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.stroke();
    }
  }
}

type Pixel = readonly [number, number];

function stroke(context: CanvasRenderingContext2D, from: Pixel, to: Pixel, color: string, width: number, dash: number[]): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.lineTo(to[0], to[1]);
  context.stroke();
  context.setLineDash([]);
}

function cross(context: CanvasRenderingContext2D, [x, y]: Pixel, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 2.5;
  context.beginPath();
  context.moveTo(x - 5, y - 5);
  context.lineTo(x + 5, y + 5);
  context.moveTo(x - 5, y + 5);
  context.lineTo(x + 5, y - 5);
  context.stroke();
}
