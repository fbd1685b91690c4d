// The lights of a scene, as lights of three.js. Shadows cost a texture each, so few lights cast them.

import {
  AmbientLight, DirectionalLight, Group, type Matrix4, PCFShadowMap, PointLight, Sphere, SpotLight, Vector3, type WebGLRenderer,
} from 'three';
import type { Light, Vec3 } from '../core/scene_types';
import { lampIntensity, written } from './materials';

const MOST_SHADOWS = 4;
const SHADOW_SIZE = 2048;
/** Without a GPU each pixel of a shadow costs time of the processor. */
const SOFTWARE_SHADOW_SIZE = 512;
const STEPS = 2047;

/** Parts of attenuation in one number for the shader, and the factor that was divided out. */
export function packAttenuation([a0, a1, a2]: Vec3): { readonly packed: number; readonly sum: number } {
  const sum = a0 + a1 + a2;
  if (!(sum > 0)) return { packed: STEPS * 2048, sum: 1 };
  return { packed: Math.round((a0 / sum) * STEPS) * 2048 + Math.round((a1 / sum) * STEPS), sum };
}

export class Lights {
  readonly group = new Group();
  private readonly ambient = new AmbientLight(0xffffff, 1);
  private made: { readonly from: Light; readonly light: DirectionalLight | PointLight | SpotLight }[] = [];
  private bounds = new Sphere();
  /** Bodies that carry lights. */
  bodies: ReadonlySet<number> = new Set();

  private readonly shadowSize: number;

  constructor(renderer: WebGLRenderer) {
    this.shadowSize = isSoftware(renderer.getContext()) ? SOFTWARE_SHADOW_SIZE : SHADOW_SIZE;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
  }

  /** Moves lights that are part of a body that moved. */
  move(body: number, matrix: () => Matrix4): void {
    for (const { from, light } of this.made) {
      if (from.body === body && body !== 0) aim(light, from, this.bounds, matrix());
    }
  }

  load(lights: readonly Light[], bounds: Sphere, showShadows: boolean, matrix: (body: number) => Matrix4): void {
    this.bounds = bounds;
    for (const { light } of this.made) light.dispose();
    this.group.clear();
    this.group.add(this.ambient);
    this.bodies = new Set(lights.map((light) => light.body ?? 0));
    const lit = lights.filter((light) => light.on && light.intensity > 0);
    const sum = lit.reduce((total, light) => total + light.intensity, 0);
    lampIntensity.value = sum > 0 ? lit.reduce((total, light) => total + light.intensity ** 2, 0) / sum : 1;
    let shadows = 0;
    this.made = [];
    this.ambient.color.setRGB(0, 0, 0);
    for (const from of lights) {
      if (!from.on) continue;
      // Ambient light is the sum of the written colours, not of the linear ones.
      this.ambient.color.r += from.ambientIntensity * from.color[0];
      this.ambient.color.g += from.ambientIntensity * from.color[1];
      this.ambient.color.b += from.ambientIntensity * from.color[2];
      const light = make(from);
      if (from.castShadows && showShadows && shadows < MOST_SHADOWS) {
        shadows += 1;
        castShadows(light, bounds, this.shadowSize);
      }
      this.group.add(light);
      if (light instanceof DirectionalLight || light instanceof SpotLight) this.group.add(light.target);
      this.made.push({ from, light });
      aim(light, from, bounds, matrix(from.body ?? 0));
    }
  }
}

function make(from: Light): DirectionalLight | PointLight | SpotLight {
  const color = written(from.color);
  if (from.kind === 'directional') return new DirectionalLight(color, from.intensity);
  const { packed, sum } = packAttenuation(from.attenuation ?? [1, 0, 0]);
  const [intensity, radius] = [from.intensity / sum, from.radius ?? 100];
  if (from.kind === 'point') return new PointLight(color, intensity, radius, packed);
  const cone = Math.min(from.cutOffAngle ?? Math.PI / 4, Math.PI / 2 - 1e-4);
  const beam = Math.min(from.beamWidth ?? cone, cone);
  // three.js: the cosine of the inner cone is that of angle × (1 − penumbra)
  return new SpotLight(color, intensity, radius, cone, 1 - beam / cone, packed);
}

/** Whether pictures are drawn by the processor. */
function isSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  return names !== null && /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)));
}

function castShadows(light: DirectionalLight | PointLight | SpotLight, bounds: Sphere, size: number): void {
  light.castShadow = true;
  light.shadow.mapSize.setScalar(light instanceof PointLight ? size / 2 : size);
  light.shadow.bias = -0.0004;
  light.shadow.normalBias = Math.min(bounds.radius * 0.0008, 0.01);
  if (light instanceof DirectionalLight) {
    const { camera } = light.shadow;
    camera.left = camera.bottom = -bounds.radius;
    camera.right = camera.top = bounds.radius;
    camera.near = 0.01;
    camera.far = bounds.radius * 4;
  } else {
    light.shadow.camera.near = 0.02;
    light.shadow.camera.far = Math.max(Math.min(light.distance, bounds.radius * 4), 1);
  }
}

function aim(light: DirectionalLight | PointLight | SpotLight, from: Light, bounds: Sphere, matrix: Matrix4): void {
  const direction = new Vector3(...(from.direction ?? [0, 0, -1]));
  if (direction.lengthSq() === 0) direction.set(0, 0, -1);
  // Location and direction are written in the frame of the body.
  direction.transformDirection(matrix);
  if (light instanceof DirectionalLight) {
    light.target.position.copy(bounds.center);
    light.position.copy(bounds.center).addScaledVector(direction, -bounds.radius * 2);
    return;
  }
  light.position.set(...(from.location ?? [0, 0, 0])).applyMatrix4(matrix);
  if (light instanceof SpotLight) light.target.position.copy(light.position).add(direction);
}
