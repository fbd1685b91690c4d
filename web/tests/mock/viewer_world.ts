// A world made up for working on the viewer's page: every kind of shape, robots with devices,
// a charger, slots and a light sensor. It speaks docs/viewer-protocol.md and is never shipped.

import { createHash } from 'node:crypto';
import type { BodyPose } from './frame_writer.ts';
import { png } from './png.ts';
import * as shapes from './shapes.ts';

type Vec3 = [number, number, number];
type Turn = [number, number, number, number];

const STEP = 0.016;
const hashOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex').slice(0, 32);
const about = (angle: number): Turn => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];

interface Node {
  id: number;
  parent: number | null;
  type: string;
  name?: string;
  def?: string;
  field?: string;
  solid?: boolean;
  robot?: boolean;
  body?: number;
  proto?: { name: string; url: string };
}

export class MockWorld {
  time = 0;
  step = 0;
  paused = false;
  speed: number | null = 1;
  readonly blobs = new Map<string, Buffer>();
  readonly nodes: Node[] = [{ id: 1, parent: null, type: 'WorldInfo' }, { id: 2, parent: null, type: 'Viewpoint' }];
  readonly bodies: { node: number | null; position: Vec3; rotation: Turn }[] = [{ node: null, position: [0, 0, 0], rotation: [1, 0, 0, 0] }];
  readonly geometries: Record<string, object> = {};
  readonly textures: Record<string, object> = {};
  readonly materials: Record<string, unknown>[] = [];
  readonly instances: object[] = [];
  readonly fields = new Map<number, Map<string, string>>();
  private readonly names = new Map<string, string>();
  readonly robots: number[] = [];
  led = 0;
  battery = 640;
  charger = 700;
  motor = 0;
  wheel = 0;
  wheelSpeed = 0;
  private next = 10;
  private readonly crowd: number[] = [];
  private readonly history: { time: number; poses: BodyPose[] }[] = [];
  undoStack: [number, string, string][] = [];

  constructor(readonly extra: number) {
    for (const [name, make] of Object.entries(shapes)) {
      if (name === 'encode') continue;
      const { blob, description } = shapes.encode((make as () => shapes.Shape)());
      const hash = hashOf(blob);
      this.blobs.set(`geometry/${hash}`, blob);
      this.geometries[hash] = description;
      this.names.set(name, hash);
    }
    const checker = this.texture(128, (x, y) => ((x >> 6) + (y >> 6)) % 2 === 0 ? [214, 203, 186] : [196, 184, 165]);
    const wood = this.texture(64, (x, y) => { const t = 20 * Math.sin(x * 0.9 + 2 * Math.sin(y * 0.2)); return [150 + t, 104 + t, 66 + t]; });
    this.pbr(1, { baseColor: [1, 1, 1], baseColorMap: { texture: checker, repeat: [true, true] }, roughness: 0.9, metalness: 0, textureTransform: { scale: [6, 6] } });
    this.pbr(2, { baseColor: [0.79, 0.33, 0.1], roughness: 0.45, metalness: 0 });
    this.pbr(3, { baseColor: [0.12, 0.12, 0.13], roughness: 0.6, metalness: 0 });
    this.pbr(4, { baseColor: [0.9, 0.9, 0.92], roughness: 0.2, metalness: 1 });
    this.pbr(5, { baseColorMap: { texture: wood, repeat: [true, true] }, roughness: 0.6, metalness: 0 });
    this.materials.push({ id: 6, kind: 'phong', diffuseColor: [0.2, 0.5, 0.55], specularColor: [0.5, 0.5, 0.5], shininess: 0.5, ambientIntensity: 1 });
    this.materials.push({ id: 7, kind: 'phong', diffuseColor: [0.3, 0.6, 0.9], transparency: 0.55 });
    this.pbr(8, { baseColor: [0.1, 0.1, 0.1], emissiveColor: [0, 0, 0], roughness: 0.4, metalness: 0 });
    this.pbr(9, { baseColor: [0.2, 0.2, 0.2], emissiveColor: [0.2, 0.8, 0.5], roughness: 0.4, metalness: 0 });
    this.materials.push({ id: 10, kind: 'unlit' });
    this.pbr(11, { baseColor: [0.25, 0.52, 0.38], roughness: 0.95, metalness: 0 });
    this.furnish();
    for (let at = 0; at < extra; at += 1) this.crowd.push(this.cube(at));
  }

  private texture(size: number, pixel: (x: number, y: number) => [number, number, number]): string {
    const data = png(size, size, pixel);
    const hash = hashOf(data);
    this.blobs.set(`texture/${hash}`, data);
    this.textures[hash] = { width: size, height: size, alpha: false };
    return hash;
  }

  private pbr(id: number, values: object): void {
    this.materials.push({ id, kind: 'pbr', ...values });
  }

  private node(node: Omit<Node, 'id'>): number {
    const id = this.next;
    this.next += 1;
    this.nodes.push({ id, ...node });
    return id;
  }

  private body(node: number, position: Vec3, angle = 0): number {
    this.bodies.push({ node, position, rotation: about(angle) });
    return this.bodies.length - 1;
  }

  private shape(parent: number, body: number, geometry: string, material: number, scale: Vec3, position: Vec3 = [0, 0, 0], rotation: Turn = [1, 0, 0, 0]): void {
    const node = this.node({ parent, type: 'Shape', field: 'children' });
    this.node({ parent: node, type: 'PBRAppearance', field: 'appearance' });
    this.node({ parent: node, type: geometry[0]!.toUpperCase() + geometry.slice(1), field: 'geometry' });
    this.instances.push({ id: node, node, body, geometry: this.names.get(geometry), material, transform: { position, rotation, scale }, castShadows: geometry !== 'plane' });
  }

  private thing(name: string, geometry: string, material: number, position: Vec3, scale: Vec3, angle = 0): void {
    const node = this.node({ parent: null, type: 'Solid', name, field: 'children', solid: true });
    const body = this.body(node, position, angle);
    this.nodes.at(-1)!.body = body;
    this.shape(node, body, geometry, material, scale);
  }

  private cube(at: number): number {
    const side = Math.ceil(Math.sqrt(this.extra));
    const node = this.node({ parent: null, type: 'Robot', name: `robot ${at}`, solid: true, field: 'children', proto: { name: 'Cube', url: 'cube.proto' } });
    const body = this.body(node, [(at % side) * 0.25 - side / 8, Math.floor(at / side) * 0.25 - side / 8, 0.1]);
    this.nodes.at(-1)!.body = body;
    this.shape(node, body, 'box', 2 + (at % 5), [0.12, 0.12, 0.12]);
    return body;
  }

  private furnish(): void {
    const floor = this.node({ parent: null, type: 'Solid', name: 'floor', solid: true, proto: { name: 'Floor', url: 'protos/Floor.proto' }, field: 'children' });
    this.shape(floor, 0, 'plane', 1, [6, 6, 1]);
    this.thing('box', 'box', 5, [1.2, 0.8, 0.2], [0.4, 0.4, 0.4], 0.4);
    this.thing('sphere', 'sphere', 4, [0.4, 1.5, 0.25], [0.25, 0.25, 0.25]);
    this.thing('cylinder', 'cylinder', 6, [-0.6, 1.6, 0.3], [0.2, 0.2, 0.6]);
    this.thing('cone', 'cone', 2, [-1.5, 1.2, 0.3], [0.25, 0.25, 0.6]);
    this.thing('capsule', 'capsule', 6, [-2, 0.2, 0.3], [0.15, 0.15, 0.15]);
    this.thing('glass', 'box', 7, [0.4, -0.9, 0.3], [0.05, 0.9, 0.6]);
    this.thing('hills', 'hills', 11, [-1.8, -1.7, 0.12], [1.6, 1.6, 1]);
    this.thing('spiral', 'spiral', 10, [2.2, -0.4, 0.02], [1, 1, 1]);
    this.thing('cloud', 'cloud', 10, [2.2, 1.6, 0.5], [1, 1, 1]);
    for (const [name, place] of [['fox', [0, 0, 0]], ['vixen', [-0.8, -0.6, 0]]] as const) {
      const robot = this.node({ parent: null, type: 'Robot', name, def: name.toUpperCase(), robot: true, solid: true, field: 'children', proto: { name: 'FoxBot', url: 'protos/FoxBot.proto' } });
      const at = this.nodes.length - 1;
      const body = this.body(robot, [...place] as Vec3);
      this.nodes[at]!.body = body;
      this.robots.push(robot);
      this.shape(robot, body, 'cylinder', 2, [0.18, 0.18, 0.12], [0, 0, 0.12]);
      this.shape(robot, body, 'sphere', 3, [0.05, 0.05, 0.05], [0.12, 0.07, 0.2]);
      this.shape(robot, body, 'sphere', 3, [0.05, 0.05, 0.05], [0.12, -0.07, 0.2]);
      this.shape(robot, body, 'cylinder', 3, [0.07, 0.07, 0.03], [0, 0.18, 0.07], [0.7071068, 0.7071068, 0, 0]);
      this.shape(robot, body, 'cylinder', 3, [0.07, 0.07, 0.03], [0, -0.18, 0.07], [0.7071068, 0.7071068, 0, 0]);
      const led = this.node({ parent: robot, type: 'LED', name: 'led', field: 'children' });
      this.shape(led, body, 'sphere', 8, [0.03, 0.03, 0.03], [-0.1, 0, 0.2]);
      this.node({ parent: robot, type: 'LightSensor', name: 'light', field: 'children' });
      this.node({ parent: robot, type: 'DistanceSensor', name: 'distance', field: 'children' });
      this.node({ parent: robot, type: 'Camera', name: 'camera', field: 'children' });
    }
    const charger = this.node({ parent: null, type: 'Charger', name: 'charger', solid: true, field: 'children' });
    this.shape(charger, 0, 'cylinder', 9, [0.3, 0.3, 0.02], [1.2, -1.2, 0.01]);
    // A name that is script must stay a text.
    this.thing('<img src=x onerror="document.title=\'owned\'">', 'box', 3, [2.4, 2.4, 0.1], [0.2, 0.2, 0.2]);
  }

  hello(canChange: boolean): object {
    return {
      type: 'hello', version: 1, program: 'Foxden (mock)', canChange,
      world: { title: 'Playground', info: ['Every kind of shape'], file: 'playground.wbt', timeStep: STEP * 1000 }, features: [],
    };
  }

  scene(): object {
    const { nodes, bodies, geometries, textures, materials, instances } = this;
    return {
      type: 'scene', nodes, bodies, geometries, textures, materials, instances,
      lights: [
        { node: 3, kind: 'directional', on: true, color: [1, 0.97, 0.9], intensity: 1.6, ambientIntensity: 0.4, castShadows: true, direction: [-0.5, 0.6, -1] },
        { node: 4, kind: 'point', on: true, color: [1, 0.8, 0.5], intensity: 0.6, ambientIntensity: 0, castShadows: false, location: [1, 1, 1.5], attenuation: [0, 0, 1], radius: 6 },
        { node: 5, kind: 'spot', on: true, color: [0.6, 0.8, 1], intensity: 1.2, ambientIntensity: 0, castShadows: true, location: [-1.6, -1.6, 2.5], direction: [0, 0, -1], attenuation: [1, 0, 0], radius: 10, cutOffAngle: 0.5, beamWidth: 0.3 },
      ],
      background: { color: [0.78, 0.86, 0.92], luminosity: 0.9 },
      fog: null,
      viewpoint: { position: [4.2, -4.4, 3.4], orientation: [0.3872, -0.2177, 0.0946, 0.8909], fieldOfView: 0.8, near: 0.05, far: 0, exposure: 1, follow: null, followType: null },
      up: [0, 0, 1],
    };
  }

  advance(): BodyPose[] {
    this.time += STEP;
    this.step += 1;
    const moved: BodyPose[] = [];
    const put = (index: number, position: Vec3, rotation: Turn): void => {
      Object.assign(this.bodies[index]!, { position, rotation });
      moved.push({ index, position, rotation });
    };
    const t = this.time;
    this.wheel += this.wheelSpeed * STEP;
    this.robots.forEach((robot, at) => {
      const body = this.nodes.find((node) => node.id === robot)!.body!;
      const angle = t * 0.5 + at * 2.4;
      const radius = 0.8 + at * 0.35;
      put(body, [radius * Math.cos(angle), radius * Math.sin(angle), 0], about(angle + Math.PI / 2));
    });
    const side = Math.ceil(Math.sqrt(this.extra));
    this.crowd.forEach((body, at) => {
      const phase = t * 2 + at * 0.13;
      put(body, [(at % side) * 0.25 - side / 8, Math.floor(at / side) * 0.25 - side / 8, 0.2 + 0.1 * Math.sin(phase)], about(phase));
    });
    this.battery = 500 + 140 * Math.cos(t * 0.2);
    moved.sort((a, b) => a.index - b.index);
    this.history.push({ time: this.time, poses: moved });
    if (this.history.length > 4000) this.history.shift();
    return moved;
  }

  clock(): object {
    return {
      type: 'clock', time: this.time, step: this.step, paused: this.paused, speed: this.speed, measured: this.paused ? 0 : (this.speed ?? 8),
      history: { from: this.history[0]?.time ?? 0, to: this.time },
    };
  }

  /** All poses as they were. */
  past(time: number): BodyPose[] {
    const found = this.history.findLast((entry) => entry.time <= time) ?? this.history[0];
    return found?.poses ?? [];
  }

  reset(): void {
    this.time = 0;
    this.step = 0;
    this.history.length = 0;
  }
}
