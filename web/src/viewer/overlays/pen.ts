// Draws lines and dots over the scene: buffers that grow and are filled again when values change.

import {
  BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial, Vector3,
} from 'three';
import type { Vec3 } from '../core/scene_types';

/** Lines beyond this number are not drawn. */
const MOST = 400_000;

class Buffer {
  readonly geometry = new BufferGeometry();
  private positions = new Float32Array(0);
  private colors = new Float32Array(0);
  private count = 0;

  reset(): void {
    this.count = 0;
  }

  push(x: number, y: number, z: number, color: Color): void {
    if (this.count >= MOST) return;
    if (this.count * 3 >= this.positions.length) this.grow();
    const at = this.count * 3;
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
    this.colors[at] = color.r;
    this.colors[at + 1] = color.g;
    this.colors[at + 2] = color.b;
    this.count += 1;
  }

  finish(): boolean {
    this.geometry.setDrawRange(0, this.count);
    for (const name of ['position', 'color']) {
      const attribute = this.geometry.getAttribute(name) as BufferAttribute | undefined;
      if (attribute) attribute.needsUpdate = true;
    }
    return this.count > 0;
  }

  private grow(): void {
    const size = Math.max(this.positions.length * 2, 3 * 1024);
    const grown = (old: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> => {
      const array = new Float32Array(size);
      array.set(old);
      return array;
    };
    this.positions = grown(this.positions);
    this.colors = grown(this.colors);
    this.geometry.dispose();
    this.geometry.setAttribute('position', new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute('color', new BufferAttribute(this.colors, 3).setUsage(DynamicDrawUsage));
  }
}

const scratch = new Color();

export class Pen {
  readonly object = new Group();
  private readonly lines = new Buffer();
  private readonly dots = new Buffer();
  private readonly lineObject: LineSegments;
  private readonly dotObject: Points;

  constructor(isOnTop = true) {
    const shared = { vertexColors: true, depthTest: !isOnTop, depthWrite: false, transparent: true, toneMapped: false, fog: false };
    this.lineObject = new LineSegments(this.lines.geometry, new LineBasicMaterial({ ...shared, opacity: 0.95 }));
    const round = new PointsMaterial({ ...shared, size: 8, sizeAttenuation: false });
    round.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace('void main() {', 'void main() { if ( length( gl_PointCoord - 0.5 ) > 0.5 ) discard;');
    };
    this.dotObject = new Points(this.dots.geometry, round);
    for (const object of [this.lineObject, this.dotObject]) {
      object.frustumCulled = false;
      object.renderOrder = 500;
      this.object.add(object);
    }
  }

  begin(): void {
    this.lines.reset();
    this.dots.reset();
  }

  finish(): void {
    this.lineObject.visible = this.lines.finish();
    this.dotObject.visible = this.dots.finish();
  }

  line(from: Vec3 | Vector3, to: Vec3 | Vector3, color: string): void {
    scratch.set(color);
    const [a, b] = [tuple(from), tuple(to)];
    this.lines.push(a[0], a[1], a[2], scratch);
    this.lines.push(b[0], b[1], b[2], scratch);
  }

  dot(at: Vec3 | Vector3, color: string): void {
    scratch.set(color);
    const p = tuple(at);
    this.dots.push(p[0], p[1], p[2], scratch);
  }

  /** A line with a head. */
  arrow(from: Vec3 | Vector3, way: Vec3 | Vector3, length: number, color: string): void {
    const start = new Vector3(...tuple(from));
    const direction = new Vector3(...tuple(way));
    if (direction.lengthSq() === 0) return;
    direction.normalize();
    const end = start.clone().addScaledVector(direction, length);
    this.line(start, end, color);
    const side = perpendicular(direction);
    const other = direction.clone().cross(side);
    const base = end.clone().addScaledVector(direction, -0.22 * Math.abs(length));
    for (const [wing, sign] of [[side, 1], [side, -1], [other, 1], [other, -1]] as const) {
      this.line(end, base.clone().addScaledVector(wing, sign * 0.08 * Math.abs(length)), color);
    }
  }

  circle(center: Vec3 | Vector3, normal: Vec3 | Vector3, radius: number, color: string, from = 0, to = 2 * Math.PI): void {
    const middle = new Vector3(...tuple(center));
    const axis = new Vector3(...tuple(normal)).normalize();
    const x = perpendicular(axis);
    const y = axis.clone().cross(x);
    const steps = Math.max(Math.ceil((Math.abs(to - from) / (2 * Math.PI)) * 48), 2);
    let before: Vector3 | null = null;
    for (let at = 0; at <= steps; at += 1) {
      const angle = from + ((to - from) * at) / steps;
      const point = middle.clone().addScaledVector(x, radius * Math.cos(angle)).addScaledVector(y, radius * Math.sin(angle));
      if (before) this.line(before, point, color);
      before = point;
    }
  }

  polygon(points: readonly Vec3[], color: string): void {
    points.forEach((point, at) => this.line(point, points[(at + 1) % points.length] ?? point, color));
  }
}

const tuple = (point: Vec3 | Vector3): Vec3 => (point instanceof Vector3 ? [point.x, point.y, point.z] : point);

export function perpendicular(direction: Vector3): Vector3 {
  const other = Math.abs(direction.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  return other.cross(direction).normalize();
}
