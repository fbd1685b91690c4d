// Pictures as pixels: PNG files of 8 bits a part, as the browser and `foxden render` write them.

import { inflateSync } from 'node:zlib';

/** Red, green and blue of each pixel, row by row. */
export interface PixelPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const PARTS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Reads a PNG file without palette and interlace. */
export function readPng(file: Buffer): PixelPicture {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const parts = PARTS[file[25] ?? 0];
  if (file[24] !== 8 || !parts || file[28] !== 0) throw new Error('a PNG file of another kind');
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(data));
  const stride = width * parts;
  const pixels = new Uint8Array(width * height * 3);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const row = unfilter(rows[start] ?? 0, rows.subarray(start + 1, start + 1 + stride), above, parts);
    for (let x = 0; x < width; x += 1) pixels.set(row.subarray(x * parts, x * parts + 3), (y * width + x) * 3);
    above = row;
  }
  return { width, height, pixels };
}

function unfilter(filter: number, from: Uint8Array, above: Uint8Array, parts: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(from.length);
  for (let at = 0; at < row.length; at += 1) {
    const left = at < parts ? 0 : row[at - parts]!;
    const up = above[at]!;
    const corner = at < parts ? 0 : above[at - parts]!;
    const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
    row[at] = from[at]! + guess;
  }
  return row;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The largest difference of a part of two pixels. */
function difference(a: PixelPicture, i: number, b: PixelPicture, k: number): number {
  let most = 0;
  for (let part = 0; part < 3; part += 1) most = Math.max(most, Math.abs(a.pixels[i * 3 + part]! - b.pixels[k * 3 + part]!));
  return most;
}

/** The share of pixels that differ by more than `tolerance` from all pixels next to theirs in the other picture. */
export function shareOfOthers(a: PixelPicture, b: PixelPicture, tolerance: number): number {
  let others = 0;
  for (let y = 0; y < a.height; y += 1) {
    for (let x = 0; x < a.width; x += 1) {
      const isAlike = near(a, x, y, (at) => difference(a, y * a.width + x, b, at) <= tolerance);
      if (!isAlike) others += 1;
    }
  }
  return others / (a.width * a.height);
}

/** Whether a pixel, or one of the eight around it, has a property. */
function near(picture: PixelPicture, x: number, y: number, has: (at: number) => boolean): boolean {
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, picture.height - 1); row += 1) {
    for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, picture.width - 1); column += 1) {
      if (has(row * picture.width + column)) return true;
    }
  }
  return false;
}

/** Pixels that differ by more than `contrast` from the pixel at their right or below. */
function edges(picture: PixelPicture, contrast: number): Uint8Array {
  const { width, height } = picture;
  const found = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const right = x + 1 < width && difference(picture, at, picture, at + 1) > contrast;
      const below = y + 1 < height && difference(picture, at, picture, at + width) > contrast;
      if (right || below) found[at] = 1;
    }
  }
  return found;
}

/** How many edge pixels two pictures have, and how many of them have no edge within a pixel in the other picture. */
export function compareEdges(a: PixelPicture, b: PixelPicture, contrast: number): { readonly edges: number; readonly lonely: number } {
  const result = { edges: 0, lonely: 0 };
  for (const [one, other] of [[a, b], [b, a]] as const) {
    // Edges of the other picture may be weaker: they may be smoothed over two pixels.
    const [strong, weak] = [edges(one, contrast), edges(other, contrast / 3)];
    strong.forEach((isEdge, at) => {
      if (isEdge === 0) return;
      result.edges += 1;
      if (!near(other, at % one.width, Math.floor(at / one.width), (k) => weak[k] === 1)) result.lonely += 1;
    });
  }
  return result;
}
