// What lies behind the field: a quiet wood, by day or by night. It is drawn
// once, in faint colours, so that nothing in the field has to compete.

import { type Camera, toScreen } from '../core/camera';
import type { Palette } from './palette';

/** Half the width of the drawn land, in metres. */
const EDGE = 4;
const STEP = 0.05;

/** Height of the nearer and the farther range of hills at `x`. */
const near = (x: number): number => 0.36 + 0.09 * Math.sin(1.7 * x + 0.6) + 0.05 * Math.sin(3.9 * x + 2);
const far = (x: number): number => 0.62 + 0.12 * Math.sin(1.15 * x + 2.2) + 0.05 * Math.sin(3.1 * x);

/** Pines: place along x and height, in metres. */
const PINES: readonly (readonly [number, number])[] = [
  [-2.35, 0.3], [-2.1, 0.42], [-1.86, 0.33], [-1.62, 0.46], [-1.5, 0.3], [-1.37, 0.38], [-1.2, 0.27], [-1.02, 0.2],
  [-0.86, 0.26], [-0.62, 0.17], [0.46, 0.19], [0.62, 0.25], [0.93, 0.2], [1.1, 0.32], [1.24, 0.42], [1.4, 0.29],
  [1.55, 0.45], [1.74, 0.36], [1.95, 0.44], [2.2, 0.3],
];

/** The land around a field of this many times the usual size; it grows with it. */
export function drawScenery(context: CanvasRenderingContext2D, view: Camera, size: number, palette: Palette): void {
  const camera: Camera = { ...view, center: [view.center[0] / size, view.center[1] / size], scale: view.scale * size };
  const sky = context.createLinearGradient(0, 0, 0, camera.height);
  sky.addColorStop(0, palette.sky);
  sky.addColorStop(0.7, palette.outside);
  context.fillStyle = sky;
  context.fillRect(0, 0, camera.width, camera.height);
  heaven(context, camera, palette);
  ridge(context, camera, far, palette.hillFar);
  context.fillStyle = palette.pine;
  for (const [x, height] of PINES) pine(context, camera, x, near(x) - 0.02, height);
  ridge(context, camera, near, palette.hillNear);
  // The meadow in front, where the field lies.
  const meadow = context.createLinearGradient(0, toScreen(camera, [0, 0.3])[1], 0, toScreen(camera, [0, -0.5])[1]);
  meadow.addColorStop(0, palette.hillNear);
  meadow.addColorStop(1, palette.outside);
  context.fillStyle = meadow;
  const top = toScreen(camera, [0, 0.2])[1];
  context.fillRect(0, top, camera.width, Math.max(camera.height - top, 0));
}

/** Sun by day; moon and stars by night. */
function heaven(context: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
  const [x, height] = toScreen(camera, [0.5, 0.93]);
  const radius = 0.075 * camera.scale;
  // As high as it is, but never half out of the picture.
  const y = Math.max(height, 1.3 * radius);
  context.fillStyle = palette.orb;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  if (!palette.dark) return;
  context.fillStyle = palette.sky;
  context.beginPath();
  context.arc(x - radius * 0.42, y - radius * 0.24, radius * 0.86, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = palette.orb;
  for (let star = 0; star < 44; star += 1) {
    const place = toScreen(camera, [((star * 0.618 * 4.4) % 4.4) - 2.2, 0.72 + ((star * 0.377) % 0.52)]);
    context.globalAlpha = 0.25 + 0.5 * ((star * 0.71) % 1);
    context.beginPath();
    context.arc(place[0], place[1], 0.6 + ((star * 0.53) % 1) * 0.9, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
}

function ridge(context: CanvasRenderingContext2D, camera: Camera, height: (x: number) => number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(...toScreen(camera, [-EDGE, -1]));
  for (let x = -EDGE; x <= EDGE; x += STEP) context.lineTo(...toScreen(camera, [x, height(x)]));
  context.lineTo(...toScreen(camera, [EDGE, -1]));
  context.fill();
}

function pine(context: CanvasRenderingContext2D, camera: Camera, x: number, foot: number, height: number): void {
  const point = (dx: number, dy: number): readonly [number, number] =>
    toScreen(camera, [x + dx * height, foot + dy * height]);
  context.beginPath();
  context.moveTo(...point(0, 1));
  for (const side of [1, -1]) {
    const path: [number, number][] = [[0.13, 0.66], [0.07, 0.66], [0.2, 0.34], [0.1, 0.34], [0.26, 0], [0, 0]];
    for (const [dx, dy] of side === 1 ? path : path.reverse()) context.lineTo(...point(dx * side, dy));
  }
  context.closePath();
  context.fill();
}
