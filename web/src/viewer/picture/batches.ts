// Shapes of the scene as few draw calls: all instances of one geometry with equal materials are one
// InstancedMesh. Lines, points, transparent shapes and what is in a Billboard are objects of their own.

import {
  type BufferGeometry, DynamicDrawUsage, Group, InstancedMesh, LineSegments, Matrix4, Mesh, type Object3D, Points, Quaternion, Vector3,
} from 'three';
import type { SceneTables } from '../core/scene_tables';
import type { Instance, Material } from '../core/scene_types';
import type { Geometries } from './geometries';
import { isTransparent, type Materials, type SurfaceMaterial } from './materials';
import { writeProduct } from './pose_matrix';
import type { ViewCamera } from './view_camera';

type Place = (poses: Float32Array, out: Float32Array | number[], at: number) => void;

/** One shape in its batch. */
export interface Placed {
  readonly instance: Instance;
  readonly geometry: BufferGeometry;
  readonly isSurface: boolean;
  /** Writes where it is (column-major, 16 numbers). */
  readonly place: Place;
  /** Writes the matrix that it is drawn with. */
  readonly write: (poses: Float32Array) => void;
}

interface Batch {
  readonly key: string;
  readonly members: readonly Instance[];
  readonly object: Object3D;
}

/** Whether a shape shows its inner side. */
const isInsideOut = ({ transform: { scale: [x, y, z] } }: Instance): boolean => x * y * z < 0;

const keyOf = (instance: Instance, material: Material, look: string, isSurface: boolean): string =>
  isSurface && !isTransparent(material) && !instance.billboard && !isInsideOut(instance)
    ? `${instance.geometry} ${look} ${instance.castShadows}`
    : `${instance.geometry} ${instance.material} ${instance.id}`;

/** Names for materials that look alike: each robot has its own materials, and most of them never change. */
class Looks {
  private known = new Map<number, { readonly material: Material; readonly look: string }>();
  private readonly names = new Map<string, string>();

  /** Materials have one name if they are equal; one that changes has a name of its own from then on. */
  of(material: Material): string {
    const known = this.known.get(material.id);
    if (known?.material === material) return known.look;
    const look = known ? `own ${material.id}` : this.name(JSON.stringify({ ...material, id: 0 }));
    this.known.set(material.id, { material, look });
    return look;
  }

  keep(materials: { has(id: number): boolean }): void {
    for (const id of this.known.keys()) if (!materials.has(id)) this.known.delete(id);
  }

  private name(content: string): string {
    const name = this.names.get(content) ?? `look ${this.names.size}`;
    this.names.set(content, name);
    return name;
  }

  clear(): void {
    this.known.clear();
    this.names.clear();
  }
}

export function localMatrix({ position, rotation: [w, x, y, z], scale }: Instance['transform']): Float32Array {
  const matrix = new Matrix4().compose(new Vector3(...position), new Quaternion(x, y, z, w), new Vector3(...scale));
  return new Float32Array(matrix.elements);
}

export class Batches {
  readonly group = new Group();
  /** The pose of the eye, for what is in Billboards. */
  private readonly eye = new Matrix4();
  private readonly mixed = new Set<string>();
  /** Shapes by instance id and by body. */
  readonly placed = new Map<number, Placed>();
  private bodies: Placed[][] | null = null;
  private billboards: readonly Placed[] = [];
  private batches = new Map<string, Batch>();
  private generation = 0;
  private readonly looks = new Looks();

  constructor(
    private readonly geometries: Geometries,
    private readonly materials: Materials,
    private readonly changed: () => void,
    private readonly trouble: (text: string) => void,
  ) {
    this.group.matrixAutoUpdate = false;
  }

  /** Makes batches for the scene as it is now; what did not change is kept. */
  async build(tables: SceneTables, poses: () => Float32Array): Promise<void> {
    this.generation += 1;
    const generation = this.generation;
    const wanted = new Map<string, Instance[]>();
    this.looks.keep(tables.materials);
    for (const instance of tables.instances.values()) {
      const material = tables.materials.get(instance.material);
      const geometry = tables.geometries.get(instance.geometry);
      if (!material || !geometry || geometry.vertices === 0) continue;
      const key = keyOf(instance, material, this.looks.of(material), geometry.kind === 'triangles');
      const members = wanted.get(key);
      if (members) members.push(instance);
      else wanted.set(key, [instance]);
    }
    for (const [key, batch] of this.batches) {
      const members = wanted.get(key);
      if (!members || !isSame(members, batch.members)) {
        this.drop(batch);
        continue;
      }
      const first = batch.members[0];
      const material = tables.materials.get(first?.material ?? NaN);
      if (first && material && batch.object instanceof Mesh) this.cover(key, batch.object, this.materials.surface(material, isInsideOut(first)));
    }
    const loads = [...wanted].filter(([key]) => !this.batches.has(key)).map(([key, members]) => this.add(key, members, tables, poses, generation));
    this.bodies = null;
    await Promise.all(loads);
  }

  /** Writes the matrices of a body's shapes. */
  move(body: number, poses: Float32Array): void {
    this.bodies ??= this.collect();
    const shapes = this.bodies[body];
    if (!shapes) return;
    for (const shape of shapes) shape.write(poses);
  }

  /** Whether something is drawn over what is behind it. */
  get hasTransparent(): boolean {
    return this.mixed.size > 0;
  }

  /** Puts what is in Billboards before the eye; true if there is something. */
  face(view: ViewCamera, poses: Float32Array): boolean {
    this.bodies ??= this.collect();
    if (this.billboards.length === 0) return false;
    view.viewpoint(this.eye);
    for (const shape of this.billboards) shape.write(poses);
    return true;
  }

  clear(): void {
    this.generation += 1;
    for (const batch of [...this.batches.values()]) this.drop(batch);
    this.looks.clear();
    this.bodies = null;
  }

  private async add(key: string, members: readonly Instance[], tables: SceneTables, poses: () => Float32Array, generation: number): Promise<void> {
    const first = members[0];
    const description = first && tables.geometries.get(first.geometry);
    const material = first && tables.materials.get(first.material);
    if (!description || !material) return;
    let geometry: BufferGeometry;
    try {
      geometry = await this.geometries.get(first.geometry, description);
    } catch (error) {
      this.trouble(`A shape cannot be shown: ${error instanceof Error ? error.message : String(error)}.`);
      return;
    }
    if (generation !== this.generation || this.batches.has(key)) return;
    const isSurface = description.kind === 'triangles';
    const object = isSurface
      ? this.surfaces(key, members, geometry, material, poses())
      : this.strokes(members, geometry, material, description.kind, description.colors, poses());
    this.batches.set(key, { key, members, object });
    this.group.add(object);
    this.bodies = null;
    this.changed();
  }

  /** Gives a mesh its material. Glass gets no shadows, and neither does what is in a Billboard. */
  private cover(key: string, mesh: Mesh, surface: SurfaceMaterial): void {
    mesh.material = surface;
    mesh.receiveShadow = !surface.transparent && !(mesh.userData['members'] as readonly Instance[])[0]?.billboard;
    if (surface.transparent) this.mixed.add(key);
    else this.mixed.delete(key);
  }

  private surfaces(key: string, members: readonly Instance[], geometry: BufferGeometry, material: Material, poses: Float32Array): Object3D {
    const alone = members.length === 1;
    const surface = this.materials.surface(material, alone && members[0] !== undefined && isInsideOut(members[0]));
    const mesh = alone ? new Mesh(geometry, surface) : new InstancedMesh(geometry, surface, members.length);
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = members[0]?.castShadows === true && !isTransparent(material);
    mesh.userData['members'] = members;
    this.cover(key, mesh, surface);
    // Faces at one place are drawn in the order of the scene, whatever was fetched first.
    if (!surface.transparent) mesh.renderOrder = orderOf(members);
    if (mesh instanceof InstancedMesh) {
      mesh.frustumCulled = false;
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    }
    members.forEach((instance, index) => {
      const place = placeOf(instance, this.eye);
      const write =
        mesh instanceof InstancedMesh
          ? (from: Float32Array): void => {
              place(from, mesh.instanceMatrix.array as Float32Array, index * 16);
              mesh.instanceMatrix.needsUpdate = true;
              mesh.boundingSphere = null;
            }
          : (from: Float32Array): void => writeMatrix(mesh, from, place);
      write(poses);
      this.placed.set(instance.id, { instance, geometry, isSurface: true, place, write });
    });
    return mesh;
  }

  private strokes(
    members: readonly Instance[], geometry: BufferGeometry, material: Material, kind: 'lines' | 'points' | 'triangles', colors: boolean, poses: Float32Array,
  ): Object3D {
    const stroke = this.materials.stroke(material, kind, colors);
    const object = kind === 'points' ? new Points(geometry, stroke) : new LineSegments(geometry, stroke);
    object.matrixAutoUpdate = false;
    object.userData['members'] = members;
    for (const instance of members) {
      const place = placeOf(instance, this.eye);
      const write = (from: Float32Array): void => writeMatrix(object, from, place);
      write(poses);
      this.placed.set(instance.id, { instance, geometry, isSurface: false, place, write });
    }
    return object;
  }

  private drop(batch: Batch): void {
    this.batches.delete(batch.key);
    this.mixed.delete(batch.key);
    this.group.remove(batch.object);
    if (batch.object instanceof InstancedMesh) batch.object.dispose();
    for (const { id } of batch.members) this.placed.delete(id);
  }

  /** Shapes by body, after batches changed. */
  private collect(): Placed[][] {
    const bodies: Placed[][] = [];
    this.billboards = [...this.placed.values()].filter(({ instance }) => instance.billboard);
    for (const shape of this.placed.values()) {
      const known = bodies[shape.instance.body];
      if (known) known.push(shape);
      else bodies[shape.instance.body] = [shape];
    }
    return bodies;
  }
}

/** Below 1, so that outlines and overlays come later. */
const orderOf = (members: readonly Instance[]): number => (members[0]?.id ?? 0) / 2 ** 32;

export function writeMatrix(object: Object3D, poses: Float32Array, place: Place): void {
  place(poses, object.matrix.elements, 0);
  object.matrixWorldNeedsUpdate = true;
}

/** How the place of a shape follows from the poses of bodies and, in a Billboard, from that of the eye. */
function placeOf({ body, transform, billboard }: Instance, eye: Matrix4): Place {
  const local = localMatrix(transform);
  if (!billboard) return (poses, out, at) => writeProduct(poses, body, local, out, at);
  const inner = new Matrix4();
  return (poses, out, at) => {
    writeProduct(poses, body, local, inner.elements, 0);
    inner.premultiply(eye).toArray(out, at);
  };
}

/** Descriptions are replaced when they change, so the same objects mean no change. */
const isSame = (a: readonly Instance[], b: readonly Instance[]): boolean =>
  a.length === b.length && a.every((instance, index) => instance === b[index]);
