// Geometries by hash: fetched once, checked, kept while the scene uses them.

import { BufferAttribute, BufferGeometry } from 'three';
import type { Geometry } from '../core/scene_types';

const CORNERS = { triangles: 3, lines: 2, points: 0 } as const;

/** Bytes of the blob that belongs to a description. */
export const blobSize = (geometry: Geometry): number =>
  geometry.vertices * (32 + (geometry.colors ? 12 : 0) + (geometry.ink ? 8 : 0)) + geometry.elements * CORNERS[geometry.kind] * 4;

/** Makes a geometry from its blob; throws in words if the blob does not fit the description. */
export function makeGeometry(description: Geometry, blob: ArrayBuffer): BufferGeometry {
  const { vertices, elements, kind, colors, ink } = description;
  if (blob.byteLength < blobSize(description)) {
    throw new Error(`a geometry has ${blob.byteLength} bytes instead of ${blobSize(description)}`);
  }
  const geometry = new BufferGeometry();
  let at = 0;
  const floats = (size: number): BufferAttribute => {
    const array = new Float32Array(blob, at, vertices * size);
    at += array.byteLength;
    return new BufferAttribute(array, size);
  };
  geometry.setAttribute('position', floats(3));
  geometry.setAttribute('normal', floats(3));
  const places = floats(2);
  geometry.setAttribute('uv', places);
  if (colors) geometry.setAttribute('color', floats(3));
  geometry.setAttribute('inkUv', ink ? floats(2) : places);
  const corners = CORNERS[kind];
  if (corners > 0) {
    const indices = new Uint32Array(blob, at, elements * corners);
    for (const index of indices) {
      if (index >= vertices) throw new Error('a geometry names a vertex that it does not have');
    }
    geometry.setIndex(new BufferAttribute(indices, 1));
  }
  geometry.computeBoundingSphere();
  geometry.computeBoundingBox();
  return geometry;
}

export class Geometries {
  private readonly known = new Map<string, Promise<BufferGeometry>>();

  constructor(private readonly fetchBlob: (hash: string) => Promise<Blob>) {}

  get(hash: string, description: Geometry): Promise<BufferGeometry> {
    const known = this.known.get(hash);
    if (known) return known;
    const made = this.fetchBlob(hash)
      .then((blob) => blob.arrayBuffer())
      .then((buffer) => makeGeometry(description, buffer));
    this.known.set(hash, made);
    made.catch(() => this.known.delete(hash));
    return made;
  }

  /** Drops what the scene does not use any more. */
  keep(hashes: { has(hash: string): boolean }): void {
    for (const [hash, geometry] of this.known) {
      if (hashes.has(hash)) continue;
      this.known.delete(hash);
      void geometry.then((made) => made.dispose()).catch(() => undefined);
    }
  }
}
