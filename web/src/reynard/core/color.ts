// Colours: triples of 0 to 1, `#rrggbb` of colour inputs, and shades for drawing.

import type { Vec3 } from './protocol';
import { clamp, mix3 } from './vector';

const byte = (value: number): number => Math.round(clamp(value, 0, 1) * 255);

export const toHex = (color: Vec3): string =>
  `#${color.map((part) => byte(part).toString(16).padStart(2, '0')).join('')}`;

/** Reads `#rrggbb`; `null` when it is anything else. */
export function fromHex(hex: string): Vec3 | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!found) return null;
  const part = (text: string | undefined): number => Number.parseInt(text ?? '0', 16) / 255;
  return [part(found[1]), part(found[2]), part(found[3])];
}

export const css = (color: Vec3, alpha = 1): string =>
  `rgba(${byte(color[0])}, ${byte(color[1])}, ${byte(color[2])}, ${clamp(alpha, 0, 1).toFixed(3)})`;

export const darker = (color: Vec3, share: number): Vec3 => mix3(color, [0, 0, 0], share);
export const lighter = (color: Vec3, share: number): Vec3 => mix3(color, [1, 1, 1], share);

/** How bright a colour looks, 0 to 1. */
export const brightness = (color: Vec3): number => 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2];
