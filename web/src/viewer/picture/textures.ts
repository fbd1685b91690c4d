// Textures by hash: decoded once, shared by all materials that use them in different ways.

import {
  ClampToEdgeWrapping, LinearFilter, LinearMipmapLinearFilter, NearestFilter, NoColorSpace, RepeatWrapping, SRGBColorSpace, Texture,
} from 'three';
import type { TextureMap, TextureTransform } from '../core/scene_types';

/** How a material uses a texture. */
export interface TextureUse {
  readonly map: TextureMap;
  readonly transform: TextureTransform | null;
  readonly isColor: boolean;
}

/** The two rows of the matrix for (u, v, 1), as in foxden-vision's `TextureTransform::rows`. */
export function transformRows({ center, rotation, scale, translation }: TextureTransform): readonly [number, number, number][] {
  const [sin, cos] = [Math.sin(rotation), Math.cos(rotation)];
  const moved = [translation[0] + center[0], -translation[1] - center[1] - 1] as const;
  const row = (a: number, b: number, last: number): [number, number, number] => [a, b, a * moved[0] + b * moved[1] + last];
  return [row(scale[0] * cos, scale[0] * sin, -center[0]), row(-scale[1] * sin, scale[1] * cos, center[1] + 1)];
}

/** A picture with more pixels than this is not decoded: a small file can be a huge picture. */
const MOST_PIXELS = 2 ** 26;
const PNG = [0x89, 0x50, 0x4e, 0x47] as const;

/** Rejects what is no PNG picture, and pictures that would take all memory. */
export async function checkPicture(blob: Blob): Promise<void> {
  const head = new DataView(await blob.slice(0, 24).arrayBuffer());
  if (head.byteLength < 24 || !PNG.every((byte, at) => head.getUint8(at) === byte)) throw new Error('it is no PNG picture');
  const [width, height] = [head.getUint32(16), head.getUint32(20)];
  if (width * height > MOST_PIXELS) throw new Error(`${width} × ${height} pixels are too many for a page`);
}

export class Textures {
  private readonly bitmaps = new Map<string, Promise<ImageBitmap>>();
  private readonly sources = new Map<string, Texture>();
  /** How many textures are being fetched or decoded. */
  pending = 0;

  constructor(
    private readonly fetchBlob: (hash: string) => Promise<Blob>,
    private readonly anisotropy: number,
  ) {}

  /** The picture itself. */
  bitmap(hash: string): Promise<ImageBitmap> {
    const known = this.bitmaps.get(hash);
    if (known) return known;
    const made = this.fetchBlob(hash).then(async (blob) => {
      await checkPicture(blob);
      return createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
    });
    this.bitmaps.set(hash, made);
    made.catch(() => this.bitmaps.delete(hash));
    return made;
  }

  /** A texture for one use; pixels are shared between uses. */
  async get({ map, transform, isColor }: TextureUse): Promise<Texture> {
    this.pending += 1;
    const bitmap = await this.bitmap(map.texture).finally(() => {
      this.pending -= 1;
    });
    const first = this.sources.get(map.texture) ?? new Texture(bitmap);
    this.sources.set(map.texture, first);
    const texture = first.clone();
    texture.flipY = false;
    texture.premultiplyAlpha = false;
    texture.colorSpace = isColor ? SRGBColorSpace : NoColorSpace;
    texture.wrapS = map.repeat[0] ? RepeatWrapping : ClampToEdgeWrapping;
    texture.wrapT = map.repeat[1] ? RepeatWrapping : ClampToEdgeWrapping;
    const isSharp = map.filtering === 0;
    texture.magFilter = isSharp ? NearestFilter : LinearFilter;
    texture.minFilter = isSharp ? NearestFilter : LinearMipmapLinearFilter;
    texture.generateMipmaps = !isSharp;
    texture.anisotropy = Math.min(2 ** Math.max(map.filtering - 1, 0), this.anisotropy);
    if (transform) {
      const [u, v] = transformRows(transform);
      if (u && v) {
        texture.matrixAutoUpdate = false;
        texture.matrix.set(...u, ...v, 0, 0, 1);
      }
    }
    texture.needsUpdate = true;
    return texture;
  }

  keep(hashes: { has(hash: string): boolean }): void {
    // A bitmap is not closed: a material that changes soon may still show it.
    for (const hash of [...this.bitmaps.keys()]) {
      if (hashes.has(hash)) continue;
      this.bitmaps.delete(hash);
      this.sources.get(hash)?.dispose();
      this.sources.delete(hash);
    }
  }
}
