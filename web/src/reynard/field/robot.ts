// One Reynard, put together from his parts.

import { type Camera, toScreen } from '../core/camera';
import { toHex } from '../core/color';
import { type Arm, armPoints } from '../core/kinematics';
import type { Robot, Vec2 } from '../core/protocol';
import { drawForearm, drawPivot, drawTool, drawUpperArm, linkBounds, toolBounds, WRIST_RADIUS } from './arm';
import { BODY_BOUNDS, drawBody, drawEye, drawWheel, type Mood, WHEEL_BOUNDS, WHEEL_RADIUS, WHEELS } from './fox';
import type { Palette } from './palette';
import type { Sprites } from './sprites';

/** How far the arrow of his heading looks ahead. */
const SECONDS_AHEAD = 2.5;

export interface Look {
  readonly mood: Mood;
  readonly blink: boolean;
  readonly selected: boolean;
  readonly label: string | null;
}

export function drawRobot(
  context: CanvasRenderingContext2D,
  camera: Camera,
  sprites: Sprites,
  robot: Robot,
  arm: Arm,
  look: Look,
  palette: Palette,
): void {
  const [x, y] = toScreen(camera, robot.position);
  const unit = camera.scale / 1000;
  const color = toHex(robot.color);

  context.fillStyle = palette.shadow;
  context.beginPath();
  context.ellipse(x, y + WHEEL_RADIUS * unit, 165 * unit, 9 * unit, 0, 0, 2 * Math.PI);
  context.fill();

  heading(context, x, y, robot.velocity, camera.scale, palette);
  sprites.draw(context, `body ${color}`, BODY_BOUNDS, x, y, 0, (part) => drawBody(part, robot.color, palette));
  const rolled = -robot.position[0] / (WHEEL_RADIUS / 1000);
  for (const wheel of WHEELS) {
    sprites.draw(context, 'wheel', WHEEL_BOUNDS, x + wheel * unit, y, rolled, (part) => drawWheel(part, palette));
  }
  context.save();
  context.translate(x, y);
  context.scale(unit, -unit);
  drawEye(context, look.mood, look.blink);
  context.restore();
  drawArm(context, camera, sprites, robot, arm, color, palette);

  // The reference point that all coordinates mean.
  context.fillStyle = look.selected ? palette.select : palette.axis;
  context.beginPath();
  context.arc(x, y, Math.max(7 * unit, 2.5), 0, 2 * Math.PI);
  context.fill();
  if (look.label !== null) label(context, x, y + (WHEEL_RADIUS + 16) * unit, look.label, look.selected, palette);
}

/** Where he drives and how fast: his way in the next seconds. */
function heading(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  velocity: Vec2,
  scale: number,
  palette: Palette,
): void {
  const length = Math.hypot(velocity[0], velocity[1]) * scale * SECONDS_AHEAD;
  if (length < 3) return;
  const head = Math.min(length * 0.45, Math.max(0.028 * scale, 6));
  context.save();
  context.translate(x, y);
  context.rotate(Math.atan2(-velocity[1], velocity[0]));
  context.strokeStyle = palette.select;
  context.fillStyle = palette.select;
  context.lineWidth = Math.max(0.009 * scale, 2);
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(length - head, 0);
  context.stroke();
  context.beginPath();
  context.moveTo(length, 0);
  context.lineTo(length - head, head * 0.55);
  context.lineTo(length - head, -head * 0.55);
  context.fill();
  context.restore();
}

function drawArm(
  context: CanvasRenderingContext2D,
  camera: Camera,
  sprites: Sprites,
  robot: Robot,
  arm: Arm,
  color: string,
  palette: Palette,
): void {
  const points = armPoints(arm, robot.position, robot.arm);
  const [upper, lower] = [arm.links[0] * 1000, arm.links[1] * 1000];
  const at = (point: Vec2): readonly [number, number] => toScreen(camera, point);
  const wristBounds = { left: -WRIST_RADIUS, right: WRIST_RADIUS, bottom: -WRIST_RADIUS, top: WRIST_RADIUS };
  sprites.draw(context, `upper ${color}`, linkBounds(upper), ...at(points.shoulder), points.angles[0], (part) =>
    drawUpperArm(part, upper, robot.color, palette),
  );
  sprites.draw(context, `${robot.tool} ${color}`, toolBounds(robot.tool), ...at(points.wrist), points.angles[2], (part) =>
    drawTool(part, robot.tool, robot.color, palette),
  );
  sprites.draw(context, `lower ${color}`, linkBounds(lower), ...at(points.elbow), points.angles[1], (part) =>
    drawForearm(part, lower, robot.color, palette),
  );
  sprites.draw(context, 'wrist', wristBounds, ...at(points.wrist), 0, (part) => drawPivot(part, 8, palette));
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
