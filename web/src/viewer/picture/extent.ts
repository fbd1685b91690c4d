// How large things are: spheres around the scene and around a node's shapes.

import { Box3, type Camera, Frustum, Matrix4, Sphere, Vector3 } from 'three';
import type { Poses } from '../core/poses';
import type { SceneTables } from '../core/scene_tables';
import { localMatrix, type Placed } from './batches';
import { writeProduct } from './pose_matrix';

/** Floors and skies beyond this do not count for the extent of a scene, in metres. */
const HUGE = 200;
const matrix = new Matrix4();

/** The box around the shapes of some nodes (all, if null) as they are placed now. */
export function boxOf(tables: SceneTables, poses: Poses, nodes: ReadonlySet<number> | null, most = Infinity): Box3 {
  const whole = new Box3();
  const one = new Box3();
  for (const instance of tables.instances.values()) {
    // What is in a Billboard is nowhere in the world.
    if (instance.billboard || (nodes && !nodes.has(instance.node))) continue;
    const bounds = tables.geometries.get(instance.geometry)?.bounds;
    if (!bounds || instance.body >= poses.count) continue;
    writeProduct(poses.shown, instance.body, localMatrix(instance.transform), matrix.elements, 0);
    one.min.set(...bounds[0]);
    one.max.set(...bounds[1]);
    one.applyMatrix4(matrix);
    if (one.getSize(new Vector3()).length() <= most) whole.union(one);
  }
  return whole;
}

export function sceneSphere(tables: SceneTables, poses: Poses): Sphere {
  const small = boxOf(tables, poses, null, HUGE);
  const box = small.isEmpty() ? boxOf(tables, poses, null) : small;
  return box.isEmpty() ? new Sphere(new Vector3(), 1) : box.getBoundingSphere(new Sphere());
}

/** How far from the origin the farthest shape reaches. */
export function farthest(tables: SceneTables, poses: Poses): number {
  const box = boxOf(tables, poses, null);
  if (box.isEmpty()) return 0;
  const sphere = box.getBoundingSphere(new Sphere());
  return sphere.center.length() + sphere.radius;
}

export function nodeSphere(tables: SceneTables, poses: Poses, node: number): Sphere | null {
  const box = boxOf(tables, poses, tables.below(node));
  if (!box.isEmpty()) return box.getBoundingSphere(new Sphere());
  // Nodes without shapes are where their body is.
  const at = tables.path(node).findLast((one) => one.body !== null)?.body;
  if (at === undefined || at === null || at === 0) return null;
  const p = at * 7;
  return new Sphere(new Vector3(poses.shown[p], poses.shown[p + 1], poses.shown[p + 2]), 0.2);
}

/** Whether one of some shapes is in the view of a camera. What is flat is seen from its front only. */
export function isInView(shapes: Iterable<Placed>, camera: Camera, poses: Float32Array): boolean {
  const frustum = new Frustum().setFromProjectionMatrix(new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
  const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  const [box, front] = [new Box3(), new Vector3()];
  for (const { geometry, place } of shapes) {
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    if (!geometry.boundingBox) continue;
    place(poses, matrix.elements, 0);
    box.copy(geometry.boundingBox);
    const isFlat = box.max.z - box.min.z === 0;
    if (!frustum.intersectsBox(box.applyMatrix4(matrix))) continue;
    if (!isFlat) return true;
    front.setFromMatrixColumn(matrix, 2);
    if (front.dot(eye) > front.dot(box.getCenter(new Vector3()))) return true;
  }
  return false;
}
