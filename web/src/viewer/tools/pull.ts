// Alt-drag pulls on a body with a spring, as in the genuine program. The server computes the force.

import { Plane, Vector3 } from 'three';
import { Pen } from '../overlays/pen';
import type { ViewerPage } from '../page';
import type { DragTool } from '../picture/pointer';

const INTERVAL = 33;

export class Pull implements DragTool {
  readonly pen = new Pen();
  private hold: { readonly node: number; readonly body: number; readonly local: Vector3; readonly plane: Plane } | null = null;
  private target = new Vector3();
  private sentAt = 0;
  /** Pulls without Alt, for fingers. */
  isArmed = false;

  constructor(private readonly page: ViewerPage) {
    page.picture.add({ object: this.pen.object, update: () => this.draw() });
  }

  begin(event: PointerEvent, x: number, y: number): boolean {
    if (!event.altKey && !this.isArmed) return false;
    const hit = this.page.picture.hits(x, y)[0];
    if (!hit || hit.body === 0) return this.isArmed ? false : event.altKey;
    const solid = this.page.store.tables.path(hit.node).findLast((node) => node.body === hit.body && (node.solid || node.robot));
    const local = hit.point.clone().applyMatrix4(this.page.picture.bodyMatrix(hit.body).invert());
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.page.picture.view.forward(), hit.point);
    this.hold = { node: solid?.id ?? hit.node, body: hit.body, local, plane };
    this.target.copy(hit.point);
    return true;
  }

  move(_event: PointerEvent, x: number, y: number): void {
    if (!this.hold) return;
    const found = this.page.picture.ray(x, y).ray.intersectPlane(this.hold.plane, new Vector3());
    if (!found) return;
    this.target = found;
    const now = performance.now();
    if (now - this.sentAt < INTERVAL) return;
    this.sentAt = now;
    this.send(this.target.toArray());
  }

  end(): void {
    if (this.hold) this.send(null);
    this.hold = null;
    this.page.picture.invalidate(false);
  }

  private send(target: readonly number[] | null): void {
    if (this.hold) void this.page.send({ do: 'pull', node: this.hold.node, point: this.hold.local.toArray(), target });
  }

  private draw(): void {
    this.pen.begin();
    if (this.hold) {
      const from = this.hold.local.clone().applyMatrix4(this.page.picture.bodyMatrix(this.hold.body));
      const way = this.target.clone().sub(from);
      if (way.lengthSq() > 1e-8) this.pen.arrow(from, way, way.length(), '#f2c43d');
      this.pen.dot(from, '#f2c43d');
    }
    this.pen.finish();
  }
}
