// What is around all things: background colour or sky box, the light that PBR materials get from it, and fog.

import {
  BackSide, BoxGeometry, Color, Fog, Mesh, PMREMGenerator, type Scene, ShaderMaterial,
  type Texture, type WebGLRenderer,
} from 'three';
import type { Background, Fog as FogDescription } from '../core/scene_types';
import type { Materials } from './materials';
import type { Textures } from './textures';

/** Faces of a world: front, right, back, left, top, bottom. three.js: +x, −x, +y, −y, +z, −z, seen from inside. */
const DIRECTIONS = `
vec4 sky( vec3 d ) {
  vec3 a = abs( d );
  vec2 at; float face;
  if ( a.x >= a.y && a.x >= a.z ) { face = d.x < 0.0 ? 0.0 : 2.0; at = vec2( d.x < 0.0 ? d.y : -d.y, -d.z ) / a.x; }
  else if ( a.y >= a.z ) { face = d.y > 0.0 ? 1.0 : 3.0; at = vec2( d.y > 0.0 ? d.x : -d.x, -d.z ) / a.y; }
  else { face = d.z > 0.0 ? 4.0 : 5.0; at = vec2( d.y, d.z > 0.0 ? -d.x : d.x ) / a.z; }
  at = at * 0.5 + 0.5;
  if ( face < 0.5 ) return texture2D( faces[ 0 ], at );
  if ( face < 1.5 ) return texture2D( faces[ 1 ], at );
  if ( face < 2.5 ) return texture2D( faces[ 2 ], at );
  if ( face < 3.5 ) return texture2D( faces[ 3 ], at );
  if ( face < 4.5 ) return texture2D( faces[ 4 ], at );
  return texture2D( faces[ 5 ], at );
}`;

const VERTEX = `varying vec3 way;
void main() { way = ( modelMatrix * vec4( position, 0.0 ) ).xyz; vec4 p = projectionMatrix * viewMatrix * vec4( way + cameraPosition, 1.0 ); gl_Position = p.xyww; }`;

/** As foxden-vision: the pictures squared are light. `SHOWN` is for eyes, the other for mirrors. */
const FRAGMENT = `uniform sampler2D faces[ 6 ]; varying vec3 way; ${DIRECTIONS}
void main() { vec3 color = sky( normalize( way ) ).rgb;
#ifdef SHOWN
gl_FragColor = vec4( color * color, 1.0 );
#include <tonemapping_fragment>
#include <colorspace_fragment>
#else
gl_FragColor = vec4( color, 1.0 );
#endif
}`;

export class Surroundings {
  private box: Mesh<BoxGeometry, ShaderMaterial> | null = null;
  private environment: Texture | null = null;
  private generation = 0;

  constructor(
    private readonly scene: Scene,
    private readonly renderer: WebGLRenderer,
    private readonly textures: Textures,
    private readonly materials: Materials,
    private readonly changed: () => void,
  ) {}

  async load(background: Background | null, fog: FogDescription | null): Promise<void> {
    this.generation += 1;
    const generation = this.generation;
    this.loadFog(fog);
    this.removeBox();
    const color = background?.color ?? [0, 0, 0];
    // Shown as written: the colour is not tone-mapped by three.js.
    this.scene.background = new Color().setRGB(color[0], color[1], color[2], 'srgb');
    this.scene.environmentIntensity = background?.luminosity ?? 0;
    this.setEnvironment(null);
    const part = (value: number): number => (Math.round(value * 255) / 255) * (background?.luminosity ?? 0);
    this.materials.setSky([part(color[0]), part(color[1]), part(color[2])]);
    if (background?.skyBox?.length !== 6) return;
    const maps = await Promise.all(
      background.skyBox.map((texture) =>
        this.textures.get({ map: { texture, repeat: [false, false], filtering: 1 }, transform: null, isColor: false }),
      ),
    ).catch(() => null);
    if (generation !== this.generation || !maps) return;
    this.addBox(maps);
    this.materials.setSky([0, 0, 0]);
    this.changed();
  }

  private loadFog(fog: FogDescription | null): void {
    if (!fog || fog.range <= 0) {
      this.scene.fog = null;
      return;
    }
    const kind = fog.kind.toLowerCase();
    const code = kind.includes('2') ? 2 : kind.startsWith('exp') ? 1 : 0;
    this.scene.fog = new Fog(new Color().setRGB(fog.color[0], fog.color[1], fog.color[2], 'srgb'), code, fog.range);
  }

  private addBox(faces: readonly Texture[]): void {
    const box = new Mesh(
      new BoxGeometry(2, 2, 2),
      new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { faces: { value: faces } }, side: BackSide, depthWrite: false, defines: {} }),
    );
    box.frustumCulled = false;
    box.renderOrder = -1;
    this.box = box;
    this.scene.add(box);
    const generator = new PMREMGenerator(this.renderer);
    const others = this.scene.children.filter((child) => child !== box && child.visible);
    for (const child of others) child.visible = false;
    this.setEnvironment(generator.fromScene(this.scene, 0, 0.1, 10).texture);
    for (const child of others) child.visible = true;
    generator.dispose();
    box.material.defines['SHOWN'] = '';
    box.material.needsUpdate = true;
  }

  private setEnvironment(texture: Texture | null): void {
    this.environment?.dispose();
    this.environment = texture;
    this.scene.environment = texture;
  }

  private removeBox(): void {
    if (!this.box) return;
    this.scene.remove(this.box);
    this.box.geometry.dispose();
    this.box.material.dispose();
    this.box = null;
  }
}
