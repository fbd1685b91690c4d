// From metres to pixels of the picture and back; the picture shows more than
// the field, so that Reynard's arm is visible at every position.

import type { Vec2 } from './protocol';

export interface Rectangle {
  readonly min: Vec2;
  readonly max: Vec2;
}

export interface Camera {
  readonly center: Vec2;
  /** Pixels per metre. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** How far Reynard may stick out of the field: the arm's reach to the sides and up, a little below. */
export function surroundings(field: Rectangle, shoulder: Vec2, reach: number): Rectangle {
  const side = reach + 0.06;
  return {
    min: [field.min[0] - side, field.min[1] - Math.max(reach - 0.3, 0.12)],
    max: [field.max[0] + side, field.max[1] + shoulder[1] + side],
  };
}

/** The camera that shows all of `area` in a picture of this size. */
export function showing(area: Rectangle, width: number, height: number): Camera {
  const size: Vec2 = [area.max[0] - area.min[0], area.max[1] - area.min[1]];
  const scale = Math.max(Math.min(width / size[0], height / size[1]), 1e-6);
  return {
    center: [(area.min[0] + area.max[0]) / 2, (area.min[1] + area.max[1]) / 2],
    scale,
    width,
    height,
  };
}

export const toScreen = (camera: Camera, point: Vec2): Vec2 => [
  camera.width / 2 + (point[0] - camera.center[0]) * camera.scale,
  camera.height / 2 - (point[1] - camera.center[1]) * camera.scale,
];

export const toWorld = (camera: Camera, pixel: Vec2): Vec2 => [
  camera.center[0] + (pixel[0] - camera.width / 2) / camera.scale,
  camera.center[1] - (pixel[1] - camera.height / 2) / camera.scale,
];
