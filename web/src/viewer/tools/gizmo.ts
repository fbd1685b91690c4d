// Arrows and rings around the selected Solid: drag them to move or turn it, along one axis, on a grid with Ctrl.

import {
  ConeGeometry, CylinderGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Object3D, Plane, Quaternion, SphereGeometry, TorusGeometry, Vector3,
} from 'three';
import { fixed } from '../../shared/units';
import { setText } from '../../shared/dom';
import { STRIDE } from '../core/poses';
import type { ViewerPage } from '../page';
import type { DragTool } from '../picture/pointer';

export type GizmoMode = 'move' | 'turn';
type Axis = 0 | 1 | 2 | 'plane';

const COLORS = ['#ef5d55', '#57b86b', '#3d9bf0'] as const;
const UNITS = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;
const GRID = 0.1;
const ANGLE = Math.PI / 12;
const INTERVAL = 33;

interface Drag {
  readonly node: number;
  readonly axis: Axis;
  readonly position: Vector3;
  readonly rotation: Quaternion;
  readonly from: Vector3;
  readonly angle: number;
}

export class Gizmo implements DragTool {
  readonly object = new Group();
  private mode: GizmoMode | null = null;
  private readonly handles: Readonly<Record<GizmoMode, Group>> = { move: new Group(), turn: new Group() };
  private drag: Drag | null = null;
  private sentAt = 0;
  private waiting: { position?: readonly number[]; rotation?: readonly number[] } | null = null;
  /** Set by the keys X, Y and Z: only this axis. */
  constraint: 0 | 1 | 2 | null = null;

  constructor(
    private readonly page: ViewerPage,
    private readonly readout: HTMLElement,
  ) {
    UNITS.forEach((unit, axis) => {
      const material = new MeshBasicMaterial({ color: COLORS[axis] ?? COLORS[0], depthTest: false, transparent: true, opacity: 0.95, toneMapped: false, side: DoubleSide });
      const arrow = new Group();
      const shaft = new Mesh(new CylinderGeometry(0.018, 0.018, 0.8, 12), material);
      shaft.position.y = 0.4;
      const head = new Mesh(new ConeGeometry(0.06, 0.2, 20), material);
      head.position.y = 0.9;
      // Wider than it looks: fingers are not exact.
      const grip = new Mesh(new CylinderGeometry(0.11, 0.11, 1, 8), new MeshBasicMaterial({ visible: false }));
      grip.position.y = 0.55;
      arrow.add(shaft, head, grip);
      arrow.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), unit);
      mark(arrow, axis as Axis);
      this.handles.move.add(arrow);
      const ring = new Group();
      ring.add(new Mesh(new TorusGeometry(0.85, 0.015, 8, 64), material), new Mesh(new TorusGeometry(0.85, 0.09, 6, 40), new MeshBasicMaterial({ visible: false })));
      ring.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), unit);
      mark(ring, axis as Axis);
      this.handles.turn.add(ring);
    });
    const ball = new Mesh(new SphereGeometry(0.09, 20, 12), new MeshBasicMaterial({ color: '#f4e9dc', depthTest: false, transparent: true, opacity: 0.9, toneMapped: false }));
    mark(ball, 'plane');
    this.handles.move.add(ball);
    this.object.add(this.handles.move, this.handles.turn);
    this.object.traverse((one) => {
      one.renderOrder = 2000;
    });
    this.object.visible = false;
  }

  get active(): GizmoMode | null {
    return this.mode;
  }

  set(mode: GizmoMode | null): void {
    this.mode = mode;
    this.constraint = null;
    this.page.picture.invalidate(false);
  }

  /** The Solid that is dragged: the outermost around the selection that moves. */
  private target(): { readonly node: number; readonly position: Vector3; readonly rotation: Quaternion } | null {
    const { selected, tables, poses } = this.page.store;
    if (selected === null || this.mode === null) return null;
    const solid = tables.path(selected).findLast((node) => (node.solid || node.robot) && node.body !== null && node.body !== 0);
    if (!solid || solid.body === null) return null;
    const at = solid.body * STRIDE;
    const p = poses.shown;
    return {
      node: solid.id,
      position: new Vector3(p[at], p[at + 1], p[at + 2]),
      rotation: new Quaternion(p[at + 3], p[at + 4], p[at + 5], p[at + 6]),
    };
  }

  update(): void {
    const target = this.target();
    this.object.visible = target !== null;
    if (!target) return;
    this.object.position.copy(target.position);
    this.object.scale.setScalar(this.page.picture.view.position.distanceTo(target.position) * 0.13);
    this.handles.move.visible = this.mode === 'move';
    this.handles.turn.visible = this.mode === 'turn';
  }

  private handleAt(x: number, y: number): Axis | null {
    if (!this.object.visible || this.mode === null) return null;
    this.object.updateMatrixWorld(true);
    const found = this.page.picture.ray(x, y).intersectObject(this.handles[this.mode], true);
    const axes = found.map((hit) => hit.object.userData['axis'] as Axis | undefined);
    return axes.includes('plane') ? 'plane' : (axes.find((axis) => axis !== undefined) ?? null);
  }

  hover(x: number, y: number): string | null {
    return this.handleAt(x, y) === null ? null : 'grab';
  }

  begin(_event: PointerEvent, x: number, y: number): boolean {
    const axis = this.handleAt(x, y);
    const target = this.target();
    if (axis === null || !target) return false;
    const chosen = this.constraint ?? axis;
    const from = this.point(x, y, target.position, chosen);
    if (!from) return false;
    this.drag = { ...target, axis: chosen, from, angle: this.angle(from, target.position, chosen) };
    return true;
  }

  move(event: PointerEvent, x: number, y: number): void {
    const { drag } = this;
    if (!drag) return;
    const axis = this.constraint ?? drag.axis;
    const point = this.point(x, y, drag.position, axis);
    if (!point) return;
    const onGrid = event.ctrlKey || event.metaKey;
    if (this.mode === 'move') {
      const shift = point.sub(drag.from);
      if (axis !== 'plane') shift.projectOnVector(UNITS[axis]);
      const position = drag.position.clone().add(shift);
      if (onGrid) position.divideScalar(GRID).round().multiplyScalar(GRID);
      setText(this.readout, `x ${fixed(position.x, 3)}   y ${fixed(position.y, 3)}   z ${fixed(position.z, 3)} m`);
      this.later({ position: position.toArray() });
    } else if (axis !== 'plane') {
      let angle = this.angle(point, drag.position, axis) - drag.angle;
      if (onGrid) angle = Math.round(angle / ANGLE) * ANGLE;
      const rotation = new Quaternion().setFromAxisAngle(UNITS[axis], angle).multiply(drag.rotation);
      setText(this.readout, `${fixed((angle * 180) / Math.PI, 1)}° about ${'xyz'[axis]}`);
      this.later({ rotation: [rotation.w, rotation.x, rotation.y, rotation.z] });
    }
  }

  end(_event: PointerEvent, cancelled: boolean): void {
    const { drag } = this;
    this.drag = null;
    setText(this.readout, '');
    if (!drag) return;
    if (cancelled) this.waiting = { position: drag.position.toArray(), rotation: [drag.rotation.w, drag.rotation.x, drag.rotation.y, drag.rotation.z] };
    this.flush(drag.node);
  }

  /** At most thirty moves a second; the last one always goes out. */
  private later(move: { position?: readonly number[]; rotation?: readonly number[] }): void {
    this.waiting = move;
    const now = performance.now();
    if (now - this.sentAt < INTERVAL || !this.drag) return;
    this.sentAt = now;
    this.flush(this.drag.node);
  }

  private flush(node: number): void {
    if (this.waiting) void this.page.send({ do: 'move', node, ...this.waiting });
    this.waiting = null;
  }

  /** The point under a pixel, in the plane in which this axis is dragged. */
  private point(x: number, y: number, through: Vector3, axis: Axis): Vector3 | null {
    const { view } = this.page.picture;
    let normal: Vector3;
    if (this.mode === 'turn' && axis !== 'plane') normal = UNITS[axis].clone();
    else if (axis === 'plane') normal = view.up.clone();
    else normal = view.forward().projectOnPlane(UNITS[axis]).normalize();
    if (normal.lengthSq() === 0) normal = view.forward();
    return this.page.picture.ray(x, y).ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, through), new Vector3());
  }

  private angle(point: Vector3, center: Vector3, axis: Axis): number {
    if (axis === 'plane') return 0;
    const way = point.clone().sub(center);
    const [u, v] = [UNITS[((axis + 1) % 3) as 0 | 1 | 2], UNITS[((axis + 2) % 3) as 0 | 1 | 2]];
    return Math.atan2(way.dot(v), way.dot(u));
  }
}

function mark(object: Object3D, axis: Axis): void {
  object.traverse((one) => {
    one.userData['axis'] = axis;
  });
}
