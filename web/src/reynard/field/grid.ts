// The field: floor, grid to scale and coordinates. Drawn once into a layer of
// its own, again only when size, units or theme change.

import { type Camera, type Rectangle, toScreen } from '../core/camera';
import { fixed, lengthIn, lengthUnit, type Units } from '../../shared/units';
import type { Palette } from './palette';
import { drawScenery } from './scenery';

const FINE = 0.1;
const COARSE = 0.5;

export function drawGrid(
  context: CanvasRenderingContext2D,
  camera: Camera,
  field: Rectangle,
  palette: Palette,
  units: Units,
): void {
  const [left, top] = toScreen(camera, [field.min[0], field.max[1]]);
  const [right, bottom] = toScreen(camera, [field.max[0], field.min[1]]);
  const corner = 0.03 * camera.scale;

  drawScenery(context, camera, field.max[0], palette);

  context.save();
  context.shadowColor = palette.shadow;
  context.shadowBlur = 24;
  context.shadowOffsetY = 4;
  context.fillStyle = palette.field;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, corner);
  context.fill();
  context.restore();

  context.save();
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, corner);
  context.clip();
  if (camera.scale * FINE >= 9) lines(context, camera, field, FINE, palette.minor, 1);
  lines(context, camera, field, COARSE, palette.major, 1);
  context.restore();

  axis(context, camera, field, palette);
  context.strokeStyle = palette.border;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, corner);
  context.stroke();
  labels(context, camera, field, palette, units);
}

/** Multiples of `step` from `low` to `high`, free of rounding drift. */
function* multiples(low: number, high: number, step: number): Generator<number> {
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + 1e-9; index += 1) yield index * step;
}

/** On a pixel's middle, where a line of one pixel is sharp. */
const sharp = (value: number): number => Math.round(value) + 0.5;

function lines(
  context: CanvasRenderingContext2D,
  camera: Camera,
  field: Rectangle,
  step: number,
  color: string,
  width: number,
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.beginPath();
  for (const x of multiples(field.min[0], field.max[0], step)) {
    const [px, from] = toScreen(camera, [x, field.max[1]]);
    const [, to] = toScreen(camera, [x, field.min[1]]);
    context.moveTo(sharp(px), from);
    context.lineTo(sharp(px), to);
  }
  for (const y of multiples(field.min[1], field.max[1], step)) {
    const [from, py] = toScreen(camera, [field.min[0], y]);
    const [to] = toScreen(camera, [field.max[0], y]);
    context.moveTo(from, sharp(py));
    context.lineTo(to, sharp(py));
  }
  context.stroke();
}

function axis(context: CanvasRenderingContext2D, camera: Camera, field: Rectangle, palette: Palette): void {
  const [x0, y0] = toScreen(camera, [0, 0]);
  const [left, top] = toScreen(camera, [field.min[0], field.max[1]]);
  const [right, bottom] = toScreen(camera, [field.max[0], field.min[1]]);
  context.strokeStyle = palette.axis;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left, sharp(y0));
  context.lineTo(right, sharp(y0));
  context.moveTo(sharp(x0), top);
  context.lineTo(sharp(x0), bottom);
  context.stroke();
}

function labels(
  context: CanvasRenderingContext2D,
  camera: Camera,
  field: Rectangle,
  palette: Palette,
  units: Units,
): void {
  const size = Math.min(Math.max(camera.scale * 0.045, 10), 13);
  const digits = units === 'si' ? 1 : 0;
  const step = camera.scale * FINE > 55 ? 2 * FINE : camera.scale * COARSE < 70 ? 2 * COARSE : COARSE;
  // Numbers stay in the picture when the field's edge does not.
  const [edgeX, edgeY] = toScreen(camera, field.min);
  const low = Math.min(edgeY + 7, camera.height - size - 4);
  const side = Math.max(edgeX - 8, size * 3);
  context.font = `600 ${size}px "Nunito Variable", system-ui, sans-serif`;
  context.fillStyle = palette.label;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const x of multiples(field.min[0], field.max[0], step)) {
    const [px] = toScreen(camera, [x, 0]);
    context.fillText(fixed(lengthIn(x, units), digits), px, low);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const y of multiples(field.min[1], field.max[1], Math.min(step, COARSE))) {
    const [, py] = toScreen(camera, [0, y]);
    context.fillText(fixed(lengthIn(y, units), digits), side, py);
  }
  const [right, high] = toScreen(camera, field.max);
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.fillText(`  x ${lengthUnit(units)}`, right + size, low);
  context.textAlign = 'right';
  context.textBaseline = 'bottom';
  context.fillText(`y ${lengthUnit(units)}`, side, high - size * 0.7);
}
