// Mouse and fingers on the picture: orbit, pan, zoom, select, and what tools take over.

import { Plane, Vector3 } from 'three';
import type { Picture } from './picture';

/** Moves shorter than this are clicks, in pixels. */
const CLICK = 5;
const ORBIT_SPEED = 0.006;

/** A tool that may take a drag, asked in order before the camera. */
export interface DragTool {
  /** Takes the drag that begins here, or not. */
  begin(event: PointerEvent, x: number, y: number): boolean;
  move(event: PointerEvent, x: number, y: number): void;
  end(event: PointerEvent, cancelled: boolean): void;
  hover?(x: number, y: number): string | null;
}

export interface PointerEvents {
  click(x: number, y: number, event: PointerEvent): void;
  doubleClick(x: number, y: number): void;
}

type Mode = 'orbit' | 'pan' | 'look' | 'tool';

export class PicturePointer {
  readonly tools: DragTool[] = [];
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private mode: Mode = 'orbit';
  private tool: DragTool | null = null;
  private start = { x: 0, y: 0 };
  private travelled = 0;
  private spread = 0;

  constructor(
    private readonly picture: Picture,
    private readonly events: PointerEvents,
  ) {
    const { canvas } = picture;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event, false));
    canvas.addEventListener('pointercancel', (event) => this.up(event, true));
    canvas.addEventListener('dblclick', (event) => events.doubleClick(...this.at(event)));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  private at(event: MouseEvent): [number, number] {
    const box = this.picture.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private down(event: PointerEvent): void {
    const [x, y] = this.at(event);
    this.picture.canvas.focus({ preventScroll: true });
    try {
      this.picture.canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer may be gone already.
    }
    this.fingers.set(event.pointerId, { x, y });
    if (this.fingers.size === 2) {
      this.tool?.end(event, true);
      this.tool = null;
      this.mode = 'pan';
      this.spread = this.measure().spread;
      return;
    }
    this.start = { x, y };
    this.travelled = 0;
    this.tool = event.button === 0 ? (this.tools.find((tool) => tool.begin(event, x, y)) ?? null) : null;
    if (this.tool) this.mode = 'tool';
    else if (event.button === 1 || event.button === 2 || event.shiftKey) this.mode = 'pan';
    else if (event.ctrlKey || event.metaKey) this.mode = 'look';
    else this.mode = 'orbit';
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.at(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.hover(x, y);
      return;
    }
    const { canvas, view } = this.picture;
    if (this.fingers.size >= 2) {
      const old = this.measure();
      this.fingers.set(event.pointerId, { x, y });
      const now = this.measure();
      const height = canvas.clientHeight;
      view.pan((now.x - old.x) / height, (now.y - old.y) / height);
      if (this.spread > 0 && now.spread > 0) view.zoom(this.spread / now.spread, this.under(now.x, now.y));
      this.spread = now.spread;
      this.travelled = Infinity;
      this.picture.invalidate(false);
      return;
    }
    this.fingers.set(event.pointerId, { x, y });
    const [dx, dy] = [x - before.x, y - before.y];
    this.travelled = Math.max(this.travelled, Math.hypot(x - this.start.x, y - this.start.y));
    if (this.tool) this.tool.move(event, x, y);
    else if (this.mode === 'pan') view.pan(dx / canvas.clientHeight, dy / canvas.clientHeight);
    else if (this.mode === 'look') view.look(dx * 0.003, dy * 0.003);
    else view.orbit(dx * ORBIT_SPEED, dy * ORBIT_SPEED);
    this.picture.invalidate(false);
  }

  private up(event: PointerEvent, cancelled: boolean): void {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.tool) {
      this.tool.end(event, cancelled);
      this.tool = null;
    } else if (!cancelled && event.button === 0 && this.travelled < CLICK && this.fingers.size === 0) {
      this.events.click(...this.at(event), event);
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const factor = Math.exp(Math.min(Math.max(event.deltaY * lines, -300), 300) * 0.0012);
    this.picture.view.zoom(factor, this.under(...this.at(event)));
    this.picture.invalidate(false);
  }

  private hover(x: number, y: number): void {
    let cursor: string | null = null;
    for (const tool of this.tools) cursor ??= tool.hover?.(x, y) ?? null;
    this.picture.canvas.style.cursor = cursor ?? '';
  }

  /** The point under a pixel, in the plane through the target. */
  private under(x: number, y: number): Vector3 | null {
    const { view } = this.picture;
    const plane = new Plane().setFromNormalAndCoplanarPoint(view.forward(), view.target);
    return this.picture.ray(x, y).ray.intersectPlane(plane, new Vector3());
  }

  private measure(): { readonly x: number; readonly y: number; readonly spread: number } {
    const [a, b] = [...this.fingers.values()];
    if (!a || !b) return { x: a?.x ?? 0, y: a?.y ?? 0, spread: 0 };
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) };
  }
}
