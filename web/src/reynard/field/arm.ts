// Reynard's arm and what he holds: each part in millimetres from its own joint,
// along x, y up.

import { css, darker, lighter } from '../core/color';
import type { Vec3 } from '../core/protocol';
import type { Palette } from './palette';
import type { Bounds } from './sprites';

const HALF_WIDTH = 15;
/** Half an outline outside every shape. */
const ROOM = 4;
/** Room for the wrist's pivot, outline included. */
export const WRIST_RADIUS = 12;

/** A lamp's beam needs more room than any tool. */
export const toolBounds = (tool: string): Bounds =>
  tool === 'lamp'
    ? { left: -12, right: 365, bottom: -140, top: 140 }
    : { left: -36, right: 92, bottom: -40, top: 40 };

export const linkBounds = (length: number): Bounds => {
  const side = HALF_WIDTH + ROOM;
  return { left: -side, right: length + side, bottom: -side, top: side };
};

function link(context: CanvasRenderingContext2D, length: number, from: string, to: string, palette: Palette): void {
  const fur = context.createLinearGradient(0, 0, length, 0);
  fur.addColorStop(0, from);
  fur.addColorStop(0.45, from);
  fur.addColorStop(0.75, to);
  fur.addColorStop(1, to);
  context.fillStyle = fur;
  context.strokeStyle = palette.outline;
  context.lineWidth = 4;
  context.beginPath();
  context.roundRect(-HALF_WIDTH, -HALF_WIDTH, length + 2 * HALF_WIDTH, 2 * HALF_WIDTH, HALF_WIDTH);
  context.fill();
  context.stroke();
}

export function drawPivot(context: CanvasRenderingContext2D, radius: number, palette: Palette): void {
  context.fillStyle = palette.cream;
  context.strokeStyle = palette.outline;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.fillStyle = palette.outline;
  context.beginPath();
  context.arc(0, 0, radius * 0.32, 0, 2 * Math.PI);
  context.fill();
}

/** The upper arm, from shoulder to elbow, with the shoulder's pivot. */
export function drawUpperArm(context: CanvasRenderingContext2D, length: number, color: Vec3, palette: Palette): void {
  link(context, length, css(lighter(color, 0.06)), css(darker(color, 0.3)), palette);
  drawPivot(context, 11, palette);
}

/** The forearm, from elbow to wrist, dark as a fox's legs, with the elbow's pivot. */
export function drawForearm(context: CanvasRenderingContext2D, length: number, color: Vec3, palette: Palette): void {
  link(context, length, css(darker(color, 0.3)), palette.sock, palette);
  drawPivot(context, 9, palette);
}

/** A tool with its pivot at the origin and its point 60 mm along x. */
export function drawTool(context: CanvasRenderingContext2D, tool: string, color: Vec3, palette: Palette): void {
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = palette.outline;
  context.lineWidth = 3.5;
  switch (tool) {
    case 'lamp':
      return lamp(context, palette);
    case 'probe':
      return probe(context, palette);
    case 'pen':
      return pen(context, color, palette);
    case 'fork':
      return fork(context, palette);
    default:
      return stem(context, 22, palette);
  }
}

function stem(context: CanvasRenderingContext2D, length: number, palette: Palette): void {
  context.fillStyle = palette.cream;
  context.beginPath();
  context.roundRect(-8, -8, length + 8, 16, 6);
  context.fill();
  context.stroke();
}

const FORK = new Path2D(
  'M 18 -9 L 26 -9 L 30 -28 C 31 -33 35 -35 40 -35 L 78 -35 C 86 -35 86 -24 78 -24 L 48 -24 C 44 -24 42 -22 42 -18 L 42 18 C 42 22 44 24 48 24 L 78 24 C 86 24 86 35 78 35 L 40 35 C 35 35 31 33 30 28 L 26 9 L 18 9 Z',
);

function fork(context: CanvasRenderingContext2D, palette: Palette): void {
  stem(context, 30, palette);
  context.fillStyle = palette.sock;
  context.fill(FORK);
  context.stroke(FORK);
}

const LAMP_HOOD = new Path2D('M 22 -10 L 34 -12 L 62 -28 L 62 28 L 34 12 L 22 10 Z');
const LAMP_CONE = new Path2D('M 62 -26 L 330 -130 C 360 -60 360 60 330 130 L 62 26 Z');

function lamp(context: CanvasRenderingContext2D, palette: Palette): void {
  const beam = context.createLinearGradient(62, 0, 345, 0);
  beam.addColorStop(0, palette.dark ? 'rgba(255, 226, 140, 0.55)' : 'rgba(255, 200, 60, 0.5)');
  beam.addColorStop(1, 'rgba(255, 214, 110, 0)');
  context.fillStyle = beam;
  context.fill(LAMP_CONE);
  stem(context, 30, palette);
  context.fillStyle = palette.sock;
  context.fill(LAMP_HOOD);
  context.stroke(LAMP_HOOD);
  context.fillStyle = '#ffe9a8';
  context.beginPath();
  context.ellipse(62, 0, 8, 26, 0, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

function probe(context: CanvasRenderingContext2D, palette: Palette): void {
  stem(context, 44, palette);
  const glass = context.createRadialGradient(56, 6, 2, 60, 0, 20);
  glass.addColorStop(0, '#ffffff');
  glass.addColorStop(0.5, '#a9dfe6');
  glass.addColorStop(1, '#3f93a0');
  context.fillStyle = glass;
  context.beginPath();
  context.arc(60, 0, 17, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

const PEN_TIP = new Path2D('M 38 -11 L 60 0 L 38 11 Z');

function pen(context: CanvasRenderingContext2D, color: Vec3, palette: Palette): void {
  context.fillStyle = palette.cream;
  context.fill(PEN_TIP);
  context.stroke(PEN_TIP);
  context.fillStyle = css(color);
  context.beginPath();
  context.roundRect(-30, -11, 70, 22, 5);
  context.fill();
  context.stroke();
  context.fillStyle = css(darker(color, 0.3));
  context.beginPath();
  context.arc(58, 0, 3, 0, 2 * Math.PI);
  context.fill();
}
