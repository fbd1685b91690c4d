// Where nodes are, for overlays that name them.

import { STRIDE } from '../core/poses';
import type { Vec3 } from '../core/scene_types';
import type { ViewerPage } from '../page';
import { boxOf } from '../picture/extent';

const parts = (array: Float32Array, body: number): Vec3 => [array[body * STRIDE] ?? 0, array[body * STRIDE + 1] ?? 0, array[body * STRIDE + 2] ?? 0];

/** The place of the body of a node; of a fixed one, the middle of its shapes. */
export function nodePosition(page: ViewerPage, node: number): Vec3 | null {
  const { tables, poses } = page.store;
  if (!tables.nodes.has(node)) return null;
  const body = page.picture.bodyOf(node);
  if (body !== 0) return parts(poses.shown, body);
  const box = boxOf(tables, poses, tables.below(node));
  return box.isEmpty() ? null : [(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, (box.min.z + box.max.z) / 2];
}
