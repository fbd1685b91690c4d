// Materials by id: Appearance as a Phong material, PBRAppearance as a standard one, the rest unlit.

import {
  BackSide, Color, FrontSide, LineBasicMaterial, type Material, MeshBasicMaterial, MeshPhongMaterial, MeshStandardMaterial, PointsMaterial,
  SRGBColorSpace, type Texture,
} from 'three';
import type { Geometry, Material as Description, TextureMap, Vec3 } from '../core/scene_types';
import type { Textures } from './textures';

export type SurfaceMaterial = MeshBasicMaterial | MeshPhongMaterial | MeshStandardMaterial;

export const written = (color: Vec3): Color => new Color().setRGB(color[0], color[1], color[2], SRGBColorSpace);

/** Whether something is seen through it: such things are sorted one by one. */
export const isTransparent = (material: Description): boolean => material.transparency > 0;

/** The mean intensity of the lamps, weighted by itself; shared by all PBR materials. */
export const lampIntensity = { value: 1 };

interface Surface {
  readonly description: Description;
  readonly material: SurfaceMaterial;
}

type Slot = 'map' | 'roughnessMap' | 'metalnessMap' | 'normalMap' | 'aoMap' | 'emissiveMap';

export class Materials {
  private readonly sky = new Color(0, 0, 0);
  private hasShadows = false;
  /** By material, and apart for shapes that are inside out. */
  private readonly surfaces = [new Map<number, Surface>(), new Map<number, Surface>()] as const;

  constructor(
    private readonly textures: Textures,
    private readonly hasAlpha: (hash: string) => boolean,
    private readonly changed: () => void,
    private readonly trouble: (text: string) => void,
  ) {}

  /** `isInsideOut`: an odd number of negative scales shows the inner side of a shape, as pictures of cameras do. */
  surface(description: Description, isInsideOut: boolean): SurfaceMaterial {
    const surfaces = this.surfaces[isInsideOut ? 1 : 0];
    const known = surfaces.get(description.id);
    if (known && known.description === description) return known.material;
    const material = known?.description.kind === description.kind ? known.material : makeSurface(description);
    if (known && known.material !== material) known.material.dispose();
    surfaces.set(description.id, { description, material });
    // The renderer turns both the side and the normals of a mirrored mesh; with the back side only the normals stay turned.
    material.side = isInsideOut ? BackSide : FrontSide;
    this.apply(description, material);
    return material;
  }

  /** Lines and points have a colour and no reaction to light. */
  stroke(description: Description, kind: Geometry['kind'], colors: boolean): Material {
    const opacity = 1 - description.transparency;
    const look = { color: colors ? new Color(1, 1, 1) : strokeColor(description), vertexColors: colors, opacity, transparent: opacity < 1, depthWrite: opacity >= 1 };
    return kind === 'points' ? new PointsMaterial({ ...look, size: 3, sizeAttenuation: false }) : new LineBasicMaterial(look);
  }

  /** The light that PBR materials get from a sky of one colour. */
  setSky(light: Vec3): void {
    this.sky.setRGB(light[0], light[1], light[2]);
    for (const { material } of this.all()) {
      if (material instanceof MeshStandardMaterial) this.applySky(material);
    }
  }

  /** While any light casts shadows, what glows does so with an intensity of one, as in pictures of cameras. */
  setShadows(hasShadows: boolean): void {
    if (hasShadows === this.hasShadows) return;
    this.hasShadows = hasShadows;
    for (const { description, material } of this.all()) this.applyGlow(description, material);
  }

  private applyGlow(from: Description, material: SurfaceMaterial): void {
    if (material instanceof MeshStandardMaterial) material.emissiveIntensity = this.hasShadows ? 1 : from.emissiveIntensity;
  }

  private all(): readonly Surface[] {
    return this.surfaces.flatMap((surfaces) => [...surfaces.values()]);
  }

  /** Whether a material still is what it was described as. */
  private isCurrent(from: Description, material: SurfaceMaterial): boolean {
    return this.surfaces.some((surfaces) => {
      const known = surfaces.get(from.id);
      return known?.material === material && known.description === from;
    });
  }

  private applySky(material: MeshStandardMaterial): void {
    (material.userData['skyLight'] as { value: Color }).value.copy(this.sky).multiplyScalar(material.envMapIntensity);
  }

  keep(ids: { has(id: number): boolean }): void {
    for (const surfaces of this.surfaces) {
      for (const [id, { material }] of surfaces) {
        if (ids.has(id)) continue;
        surfaces.delete(id);
        material.dispose();
      }
    }
  }

  private apply(from: Description, material: SurfaceMaterial): void {
    material.opacity = 1 - from.transparency;
    const colorMap = from.kind === 'pbr' ? from.baseColorMap : from.map;
    const alpha = colorMap !== null && this.hasAlpha(colorMap.texture);
    material.transparent = isTransparent(from) || alpha;
    material.depthWrite = !isTransparent(from);
    if (alpha) material.alphaTest = 0.01;
    if (material instanceof MeshStandardMaterial) {
      material.color.copy(written(from.baseColor));
      // A map replaces its value.
      material.roughness = from.roughnessMap ? 1 : from.roughness;
      material.metalness = from.metalnessMap ? 1 : from.metalness;
      material.envMapIntensity = from.iblStrength;
      this.applySky(material);
      material.aoMapIntensity = from.occlusionMapStrength;
      material.normalScale.set(from.normalMapFactor, -from.normalMapFactor);
      // Colours that are given off are light as they are written.
      if (from.emissiveColorMap) material.emissive.setRGB(1, 1, 1);
      else material.emissive.setRGB(...from.emissiveColor);
      this.applyGlow(from, material);
      this.load(from, material, from.baseColorMap, 'map', true);
      this.load(from, material, from.roughnessMap, 'roughnessMap', false);
      this.load(from, material, from.metalnessMap, 'metalnessMap', false);
      this.load(from, material, from.normalMap, 'normalMap', false);
      this.load(from, material, from.occlusionMap, 'aoMap', false);
      this.load(from, material, from.emissiveColorMap, 'emissiveMap', false);
      this.loadInk(from, material);
    } else if (material instanceof MeshPhongMaterial) {
      // A texture replaces the diffuse colour, and what has one does not shine.
      material.color.copy(from.map ? new Color(1, 1, 1) : written(from.diffuseColor));
      material.specular.copy(from.map ? new Color(0, 0, 0) : written(from.specularColor));
      material.emissive.copy(written(from.emissiveColor));
      material.shininess = Math.max(from.shininess * 128, 0.01);
      material.userData['ambientPart'].value = from.ambientIntensity;
      this.load(from, material, from.map, 'map', true);
      this.loadInk(from, material);
    } else {
      material.color.setRGB(1, 1, 1);
      this.load(from, material, from.map, 'map', true);
    }
  }

  /** What pens painted lies above colour and texture, and is not moved with the texture. */
  private loadInk(from: Description, material: MeshPhongMaterial | MeshStandardMaterial): void {
    const ink = material.userData['ink'] as { value: Texture | null };
    const use = (texture: Texture | null): void => {
      if ((ink.value === null) !== (texture === null)) {
        material.defines = { ...material.defines, ...(texture ? { USE_INK: '' } : {}) };
        if (!texture) delete material.defines['USE_INK'];
        material.needsUpdate = true;
      }
      ink.value?.dispose();
      ink.value = texture;
      this.changed();
    };
    if (from.ink === null) {
      if (ink.value) use(null);
      return;
    }
    this.textures.get({ map: { texture: from.ink, repeat: [true, true], filtering: 0 }, transform: null, isColor: false }).then(
      (texture) => {
        if (this.isCurrent(from, material)) use(texture);
      },
      (error: unknown) => this.report(from, material, 'Ink', error),
    );
  }

  /** A texture that was replaced while it was fetched is missed by nobody. */
  private report(from: Description, material: SurfaceMaterial, what: string, error: unknown): void {
    if (this.isCurrent(from, material)) this.trouble(`${what} cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
  }

  private load(from: Description, material: SurfaceMaterial, map: TextureMap | null, slot: Slot, isColor: boolean): void {
    const target = material as unknown as Record<Slot, Texture | null>;
    if (!map) {
      if (target[slot]) {
        target[slot] = null;
        material.needsUpdate = true;
      }
      return;
    }
    this.textures.get({ map, transform: from.textureTransform, isColor }).then(
      (texture) => {
        // The material may have changed while the picture was fetched.
        if (!this.isCurrent(from, material)) return;
        if (!target[slot]) material.needsUpdate = true;
        target[slot]?.dispose();
        target[slot] = texture;
        this.changed();
      },
      (error: unknown) => this.report(from, material, 'A texture', error),
    );
  }
}

function makeSurface(description: Description): SurfaceMaterial {
  switch (description.kind) {
    case 'pbr':
      return withUniforms(new MeshStandardMaterial(), { skyLight: { value: new Color(0, 0, 0) }, lampIntensity, ink: { value: null } });
    case 'phong':
      return withUniforms(new MeshPhongMaterial(), { ambientPart: { value: 0.2 }, ink: { value: null } });
    default:
      return new MeshBasicMaterial();
  }
}

/** Gives a material values for the changed shaders (shader_patches.ts). */
function withUniforms<M extends SurfaceMaterial>(material: M, uniforms: Readonly<Record<string, { value: unknown }>>): M {
  Object.assign(material.userData, uniforms);
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
  };
  return material;
}

function strokeColor(description: Description): Color {
  if (description.kind === 'pbr') return written(description.baseColor);
  if (description.kind === 'unlit') return new Color(1, 1, 1);
  const glows = description.emissiveColor.some((part) => part > 0);
  return written(glows ? description.emissiveColor : description.diffuseColor);
}
