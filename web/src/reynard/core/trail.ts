// Where a point has been: Reynard's path, and what his pen drew.

import { toHex } from './color';
import type { Stroke as PastStroke, Vec2 } from './protocol';
import { distance } from './vector';

const SPACING = 0.004;
/** A longer move is a jump: the pen was lifted. */
const JUMP = 0.06;

export interface Stroke {
  readonly color: string;
  readonly points: Vec2[];
}

/** Strokes of one robot, bounded to `most` points; the oldest go first. */
export class Trail {
  readonly strokes: Stroke[] = [];
  private count = 0;
  private lifted = true;

  constructor(private readonly most: number) {}

  /** Begins with strokes of the past; the last one may go on. */
  load(past: readonly PastStroke[]): void {
    this.clear();
    for (const { color, points } of past) {
      this.strokes.push({ color: toHex(color), points: [...points] });
      this.count += points.length;
    }
    this.lifted = false;
    this.bound();
  }

  /** Draws on to `point`; says whether anything changed. */
  extend(point: Vec2, color: string): boolean {
    const stroke = this.strokes.at(-1);
    const last = stroke?.points.at(-1);
    if (!this.lifted && stroke && last && stroke.color === color) {
      const step = distance(last, point);
      if (step < SPACING) return false;
      if (step <= JUMP) {
        stroke.points.push(point);
        this.count += 1;
        this.bound();
        return true;
      }
    }
    // A stroke that never moved leaves no mark.
    if (stroke && stroke.points.length === 1) {
      this.strokes.pop();
      this.count -= 1;
    }
    this.strokes.push({ color, points: [point] });
    this.count += 1;
    this.lifted = false;
    this.bound();
    return true;
  }

  /** The next point begins a new stroke. */
  lift(): void {
    this.lifted = true;
  }

  clear(): void {
    this.strokes.length = 0;
    this.count = 0;
    this.lifted = true;
  }

  private bound(): void {
    while (this.count > this.most) {
      const oldest = this.strokes[0];
      if (!oldest) return;
      oldest.points.shift();
      this.count -= 1;
      if (oldest.points.length === 0) this.strokes.shift();
    }
  }
}
