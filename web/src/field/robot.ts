// One Reynard: body from a cached picture, wheels, eye and arm drawn live.

import type { Camera } from '../core/camera';
import { toScreen } from '../core/camera';
import { toHex } from '../core/color';
import { type Arm, armPoints } from '../core/kinematics';
import type { Robot } from '../core/protocol';
import { drawArm } from './arm';
import { drawBody, drawEye, drawWheels, type Mood, WHEEL_RADIUS } from './fox';
import type { Palette } from './palette';

/** Bounds of the body's picture in millimetres, with room for outlines. */
const SPRITE = { left: -245, right: 220, bottom: -10, top: 190 } as const;
const MOST_SPRITES = 64;

/** Bodies painted once for each colour. */
export class Sprites {
  private readonly cache = new Map<string, HTMLCanvasElement>();

  clear(): void {
    this.cache.clear();
  }

  body(robot: Robot, pixelsPerMillimetre: number, palette: Palette): HTMLCanvasElement {
    const key = `${toHex(robot.color)} ${pixelsPerMillimetre.toFixed(4)}`;
    const known = this.cache.get(key);
    if (known) return known;
    if (this.cache.size >= MOST_SPRITES) this.cache.clear();
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(Math.ceil((SPRITE.right - SPRITE.left) * pixelsPerMillimetre), 1);
    canvas.height = Math.max(Math.ceil((SPRITE.top - SPRITE.bottom) * pixelsPerMillimetre), 1);
    const context = canvas.getContext('2d');
    if (context) {
      context.scale(pixelsPerMillimetre, -pixelsPerMillimetre);
      context.translate(-SPRITE.left, -SPRITE.top);
      drawBody(context, robot.color, palette);
    }
    this.cache.set(key, canvas);
    return canvas;
  }
}

export interface Look {
  readonly mood: Mood;
  readonly blink: boolean;
  readonly selected: boolean;
  readonly label: string | null;
}

export function drawRobot(
  context: CanvasRenderingContext2D,
  camera: Camera,
  ratio: number,
  sprites: Sprites,
  robot: Robot,
  arm: Arm,
  look: Look,
  palette: Palette,
): void {
  const [x, y] = toScreen(camera, robot.position);
  const unit = camera.scale / 1000;
  context.save();
  context.translate(x, y);

  context.fillStyle = palette.shadow;
  context.beginPath();
  context.ellipse(0, WHEEL_RADIUS * unit, 165 * unit, 9 * unit, 0, 0, 2 * Math.PI);
  context.fill();

  const sprite = sprites.body(robot, unit * ratio, palette);
  context.drawImage(
    sprite,
    SPRITE.left * unit,
    -SPRITE.top * unit,
    sprite.width / ratio,
    sprite.height / ratio,
  );
  context.scale(unit, -unit);
  drawWheels(context, -robot.position[0] / (WHEEL_RADIUS / 1000), palette);
  drawEye(context, look.mood, look.blink);
  drawArm(context, robot.position, armPoints(arm, robot.position, robot.arm), arm.links, robot.color, robot.tool, palette);

  // The reference point that all coordinates mean.
  context.fillStyle = look.selected ? palette.select : palette.axis;
  context.beginPath();
  context.arc(0, 0, Math.max(7, 2.5 / unit), 0, 2 * Math.PI);
  context.fill();
  context.restore();
  if (look.label !== null) label(context, x, y + (WHEEL_RADIUS + 16) * unit, look.label, look.selected, palette);
}

function label(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  text: string,
  selected: boolean,
  palette: Palette,
): void {
  context.font = `${selected ? 800 : 600} 11px "Nunito Variable", system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillStyle = selected ? palette.select : palette.label;
  context.fillText(text, x, y);
}
