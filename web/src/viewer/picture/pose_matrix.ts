// Matrices of poses: body pose times the place of a shape in its body, written without allocation.

import type { Matrix4 } from 'three';
import { STRIDE } from '../core/poses';

/** Writes pose × local into `out` at `at` (column-major, 16 numbers). */
export function writeProduct(poses: Float32Array, body: number, local: ArrayLike<number>, out: Float32Array | number[], at: number): void {
  const p = body * STRIDE;
  const x = poses[p + 3]!;
  const y = poses[p + 4]!;
  const z = poses[p + 5]!;
  const w = poses[p + 6]!;
  const [x2, y2, z2] = [x + x, y + y, z + z];
  const [xx, xy, xz] = [x * x2, x * y2, x * z2];
  const [yy, yz, zz] = [y * y2, y * z2, z * z2];
  const [wx, wy, wz] = [w * x2, w * y2, w * z2];
  const r00 = 1 - (yy + zz);
  const r01 = xy - wz;
  const r02 = xz + wy;
  const r10 = xy + wz;
  const r11 = 1 - (xx + zz);
  const r12 = yz - wx;
  const r20 = xz - wy;
  const r21 = yz + wx;
  const r22 = 1 - (xx + yy);
  for (let column = 0; column < 4; column += 1) {
    const from = column * 4;
    const a = local[from]!;
    const b = local[from + 1]!;
    const c = local[from + 2]!;
    const to = at + from;
    out[to] = r00 * a + r01 * b + r02 * c;
    out[to + 1] = r10 * a + r11 * b + r12 * c;
    out[to + 2] = r20 * a + r21 * b + r22 * c;
    out[to + 3] = 0;
  }
  out[at + 12] = out[at + 12]! + poses[p]!;
  out[at + 13] = out[at + 13]! + poses[p + 1]!;
  out[at + 14] = out[at + 14]! + poses[p + 2]!;
  out[at + 15] = 1;
}

/** The matrix of a body. */
export function bodyMatrix(poses: Float32Array, body: number, out: Matrix4): Matrix4 {
  writeProduct(poses, body, IDENTITY, out.elements, 0);
  return out;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
