// Pictures of devices on a canvas: colours as they are, ranges as shades.

import type { Picture } from '../core/frame';

export async function drawPicture(canvas: HTMLCanvasElement, picture: Picture): Promise<void> {
  const { width, height, data, format } = picture;
  if (format === 'jpeg' || format === 'png') {
    const bitmap = await createImageBitmap(new Blob([data], { type: `image/${format}` })).catch(() => null);
    if (!bitmap) return;
    resize(canvas, bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return;
  }
  resize(canvas, width, height);
  const pixels = new Uint8ClampedArray(width * height * 4);
  if (format === 'rgba') pixels.set(data.subarray(0, pixels.length));
  else shade(pixels, new DataView(data.buffer, data.byteOffset, width * height * 4));
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
}

/** Near is bright, far is dark, nothing is blue-grey. */
function shade(pixels: Uint8ClampedArray, ranges: DataView): void {
  let [low, high] = [Infinity, 0];
  for (let at = 0; at < ranges.byteLength; at += 4) {
    const range = ranges.getFloat32(at, true);
    if (!Number.isFinite(range)) continue;
    low = Math.min(low, range);
    high = Math.max(high, range);
  }
  for (let at = 0; at < ranges.byteLength; at += 4) {
    const range = ranges.getFloat32(at, true);
    const share = Number.isFinite(range) ? (range - low) / Math.max(high - low, 1e-9) : null;
    if (share === null) pixels.set([38, 44, 56, 255], at);
    else pixels.set([255 - 190 * share, 240 - 195 * share, 215 - 155 * share, 255], at);
  }
}

function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
