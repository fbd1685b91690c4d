// Little arithmetic on pairs and triples.

import type { Vec2, Vec3 } from './protocol.ts';

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

export const mix2 = (from: Vec2, to: Vec2, share: number): Vec2 => [
  mix(from[0], to[0], share),
  mix(from[1], to[1], share),
];

export const mix3 = (from: Vec3, to: Vec3, share: number): Vec3 => [
  mix(from[0], to[0], share),
  mix(from[1], to[1], share),
  mix(from[2], to[2], share),
];

export const add2 = (a: Vec2, b: Vec2): Vec2 => [a[0] + b[0], a[1] + b[1]];

export const distance = (a: Vec2, b: Vec2): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The nearest point of a rectangle. */
export const clamp2 = (point: Vec2, min: Vec2, max: Vec2): Vec2 => [
  clamp(point[0], min[0], max[0]),
  clamp(point[1], min[1], max[1]),
];
