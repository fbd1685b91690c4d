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
const BALL = '#f4e9dc';
/** What is under the pointer or held. */
const HELD = '#ffd24a';
/** How much is seen of handles that a key has ruled out. */
const FAINT = 0.12;
const UNITS = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;
const GRID = 0.1;
const ANGLE = Math.PI / 12;
const INTERVAL = 33;

interface Drag {
  readonly node: number;
  readonly axis: Axis;
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** The pixel where it began. */
  readonly x: number;
  readonly y: number;
}

export class Gizmo implements DragTool {
  readonly object = new Group();
  private mode: GizmoMode | null = null;
  private readonly handles: Readonly<Record<GizmoMode, Group>> = { move: new Group(), turn: new Group() };
  private drag: Drag | null = null;
  private sentAt = 0;
  private waiting: { position?: readonly number[]; rotation?: readonly number[] } | null = null;
  private readonly materials = new Map<Axis, MeshBasicMaterial>();
  private hovered: Axis | null = null;
  private only: 0 | 1 | 2 | null = null;

  constructor(
    private readonly page: ViewerPage,
    private readonly readout: HTMLElement,
  ) {
    UNITS.forEach((unit, axis) => {
      const material = new MeshBasicMaterial({ color: COLORS[axis] ?? COLORS[0], depthTest: false, transparent: true, opacity: 0.95, toneMapped: false, side: DoubleSide });
      this.materials.set(axis as Axis, material);
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
    const white = new MeshBasicMaterial({ color: BALL, depthTest: false, transparent: true, toneMapped: false });
    this.materials.set('plane', white);
    const ball = new Mesh(new SphereGeometry(0.09, 20, 12), white);
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

  /** The only axis of a drag, by the keys X, Y and Z. */
  get constraint(): 0 | 1 | 2 | null {
    return this.only;
  }

  set constraint(axis: 0 | 1 | 2 | null) {
    this.only = axis;
    this.page.picture.invalidate(false);
  }

  /** Whether the selection is in something that can be moved. */
  get hasTarget(): boolean {
    return this.solid() !== null;
  }

  set(mode: GizmoMode | null): void {
    this.mode = mode;
    this.hovered = null;
    this.constraint = null;
  }

  private solid(): { readonly id: number; readonly body: number } | null {
    const { selected, tables } = this.page.store;
    if (selected === null) return null;
    const found = tables.path(selected).findLast((node) => (node.solid || node.robot) && node.body !== null && node.body !== 0);
    return found?.body ? { id: found.id, body: found.body } : null;
  }

  /** The Solid that is dragged: the innermost around the selection that moves by itself. */
  private target(): { readonly node: number; readonly position: Vector3; readonly rotation: Quaternion } | null {
    const solid = this.mode === null ? null : this.solid();
    if (!solid) return null;
    const at = solid.body * STRIDE;
    const p = this.page.store.poses.shown;
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
    const { view } = this.page.picture;
    // In a parallel picture nothing is smaller because it is far away.
    this.object.scale.setScalar((view.isOrthographic ? view.distance : view.position.distanceTo(target.position)) * 0.13);
    this.handles.move.visible = this.mode === 'move';
    this.handles.turn.visible = this.mode === 'turn';
    const under = this.drag?.axis ?? this.hovered;
    const held = under === null ? null : (this.only ?? under);
    for (const [axis, material] of this.materials) {
      const isRuledOut = this.only !== null && this.only !== axis;
      material.color.set(axis === held ? HELD : axis === 'plane' ? BALL : COLORS[axis]);
      material.opacity = isRuledOut ? FAINT : 0.95;
    }
  }

  private handleAt(x: number, y: number): Axis | null {
    if (!this.object.visible || this.mode === null) return null;
    this.object.updateMatrixWorld(true);
    const found = this.page.picture.ray(x, y).intersectObject(this.handles[this.mode], true);
    const axes = found.map((hit) => hit.object.userData['axis'] as Axis | undefined);
    return axes.includes('plane') ? 'plane' : (axes.find((axis) => axis !== undefined) ?? null);
  }

  hover(x: number, y: number): string | null {
    const axis = this.handleAt(x, y);
    if (axis !== this.hovered) this.page.picture.invalidate(false);
    this.hovered = axis;
    return axis === null ? null : 'grab';
  }

  begin(_event: PointerEvent, x: number, y: number): boolean {
    const axis = this.handleAt(x, y);
    const target = this.target();
    if (axis === null || !target) return false;
    if (!this.point(x, y, target.position, this.only ?? axis)) return false;
    this.drag = { ...target, axis, x, y };
    this.page.picture.invalidate(false);
    return true;
  }

  move(event: PointerEvent, x: number, y: number): void {
    const { drag } = this;
    if (!drag) return;
    const axis = this.only ?? drag.axis;
    const point = this.point(x, y, drag.position, axis);
    // Where it began, for the axis of now: a key may change it on the way.
    const from = this.point(drag.x, drag.y, drag.position, axis);
    if (!point || !from) return;
    const onGrid = event.ctrlKey || event.metaKey;
    if (this.mode === 'move') {
      const shift = point.sub(from);
      if (axis !== 'plane') shift.projectOnVector(UNITS[axis]);
      const position = drag.position.clone().add(shift);
      if (onGrid) position.divideScalar(GRID).round().multiplyScalar(GRID);
      setText(this.readout, `x ${fixed(position.x, 3)}   y ${fixed(position.y, 3)}   z ${fixed(position.z, 3)} m`);
      this.later({ position: position.toArray() });
    } else if (axis !== 'plane') {
      let angle = this.angle(point, drag.position, axis) - this.angle(from, drag.position, axis);
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
    this.page.picture.invalidate(false);
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
