// The outline around what is selected: the shapes drawn again, a little larger, around the shapes themselves.

import {
  AlwaysStencilFunc, BackSide, Color, DoubleSide, EqualStencilFunc, Group, Mesh, MeshBasicMaterial, ReplaceStencilOp, ShaderMaterial, Vector2, Vector3,
} from 'three';
import { type Placed, writeMatrix } from './batches';

const VERTEX = `uniform vec2 size; uniform float width; uniform vec3 middle;
void main() {
  vec4 clip = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
  vec3 out_ = normalize( normalize( normalMatrix * ( position - middle ) ) + 0.35 * normalize( normalMatrix * normal ) );
  vec2 way = ( projectionMatrix * vec4( out_, 0.0 ) ).xy;
  float l = length( way );
  if ( l > 1e-6 ) clip.xy += way / l * width * 2.0 / size * clip.w;
  gl_Position = clip;
}`;
const FRAGMENT = `uniform vec3 color; void main() { gl_FragColor = vec4( color, 1.0 );\n#include <colorspace_fragment>\n}`;
const STENCIL = 1;
/** More shapes than this are not outlined. */
const MOST = 400;

export class Highlight {
  readonly group = new Group();
  private shapes: { readonly shape: Placed; readonly meshes: readonly Mesh[] }[] = [];
  private readonly size = { value: new Vector2(1, 1) };
  private readonly width = { value: 2 };
  private readonly color = { value: new Color('#f39356') };
  private readonly mask = new MeshBasicMaterial({
    colorWrite: false, depthWrite: false, depthTest: false, side: DoubleSide,
    stencilWrite: true, stencilRef: STENCIL, stencilFunc: AlwaysStencilFunc, stencilZPass: ReplaceStencilOp, stencilZFail: ReplaceStencilOp,
  });

  constructor() {
    this.group.matrixAutoUpdate = false;
  }

  resize(width: number, height: number, ratio: number): void {
    this.size.value.set(width, height);
    this.width.value = 2.2 * ratio;
  }

  set(shapes: readonly Placed[], poses: Float32Array): void {
    for (const { meshes } of this.shapes) for (const mesh of meshes) if (mesh.material instanceof ShaderMaterial) mesh.material.dispose();
    this.group.clear();
    this.shapes = shapes
      .filter((shape) => shape.isSurface)
      .slice(0, MOST)
      .map((shape) => ({ shape, meshes: this.make(shape) }));
    for (const { meshes } of this.shapes) this.group.add(...meshes);
    this.update(poses);
  }

  update(poses: Float32Array): void {
    for (const { shape, meshes } of this.shapes) {
      for (const mesh of meshes) writeMatrix(mesh, poses, shape.place);
    }
  }

  setColor(color: string): void {
    this.color.value.set(color);
  }

  private make(shape: Placed): readonly Mesh[] {
    const mask = new Mesh(shape.geometry, this.mask);
    mask.renderOrder = 1000;
    const middle = shape.geometry.boundingBox?.getCenter(new Vector3()) ?? new Vector3();
    const rim = new Mesh(
      shape.geometry,
      new ShaderMaterial({
        vertexShader: VERTEX, fragmentShader: FRAGMENT, side: BackSide, depthTest: false, depthWrite: false,
        uniforms: { size: this.size, width: this.width, color: this.color, middle: { value: middle } },
        stencilWrite: true, stencilRef: 0, stencilFunc: EqualStencilFunc,
      }),
    );
    rim.renderOrder = 1001;
    for (const mesh of [mask, rim]) {
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
    }
    return [mask, rim];
  }
}
