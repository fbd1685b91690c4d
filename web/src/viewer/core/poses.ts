// Poses of all bodies: the newest frame, the one before, and what is shown between them.
// Flat arrays, because ten thousand bodies move sixty times a second.

import { type FrameHeader, type PoseSink, readFrame } from './frame';
import { type Body, MOST_BODIES } from './scene_types';

/** Numbers of a pose: position x, y, z and rotation x, y, z, w (the order of three.js). */
export const STRIDE = 7;
/** Frames further apart than this are not blended, in milliseconds. */
const LONGEST_BLEND = 250;

export class Poses implements PoseSink {
  count = 0;
  /** What is shown. */
  shown = new Float32Array(0);
  private from = new Float32Array(0);
  private to = new Float32Array(0);
  /** Bodies between two poses, each once. */
  private moving = new Uint32Array(0);
  private movingCount = 0;
  private isMoving = new Uint8Array(0);
  private receivedAt = 0;
  private period = 0;
  private step = -1;
  private time = -1;
  /** Whether poses changed that have not been shown. */
  private fresh = false;

  load(bodies: readonly Body[]): void {
    this.reserve(Math.max(bodies.length, 1));
    this.count = 0;
    this.movingCount = 0;
    this.isMoving.fill(0);
    // Body 0 is the fixed world, whether it is named or not.
    this.put(0, [0, 0, 0], [1, 0, 0, 0]);
    bodies.forEach((body, at) => this.put(body.index ?? at, body.position, body.rotation));
    this.fresh = true;
  }

  /** Sets a pose at once, without blending. */
  put(index: number, p: readonly [number, number, number], q: readonly [number, number, number, number]): void {
    if (index >= MOST_BODIES) return;
    this.reserve(index + 1);
    this.count = Math.max(this.count, index + 1);
    const values = [p[0], p[1], p[2], q[1], q[2], q[3], q[0]];
    for (const array of [this.shown, this.from, this.to]) array.set(values, index * STRIDE);
    this.markMoving(index);
    this.fresh = true;
  }

  /** Takes a frame; `now` in milliseconds. Blends from what is shown, unless `jump`. */
  take(bytes: DataView, header: FrameHeader, now: number, jump: boolean): boolean {
    // A step may come in two frames: they are blended alike.
    const isSameStep = header.step === this.step && header.time === this.time && !jump;
    this.step = header.step;
    this.time = header.time;
    if (!isSameStep) {
      const gap = now - this.receivedAt;
      this.receivedAt = now;
      this.period = jump || gap > LONGEST_BLEND ? 0 : gap;
    }
    // What is on its way continues from where it is shown.
    for (let at = 0; at < this.movingCount; at += 1) {
      const start = this.moving[at]! * STRIDE;
      for (let part = start; part < start + STRIDE; part += 1) this.from[part] = this.shown[part]!;
    }
    const whole = readFrame(bytes, header.count, this);
    this.fresh = true;
    return whole;
  }

  place(body: number, px: number, py: number, pz: number, qw: number, qx: number, qy: number, qz: number): void {
    if (body >= this.count) return;
    const at = body * STRIDE;
    const { to } = this;
    to[at] = px;
    to[at + 1] = py;
    to[at + 2] = pz;
    to[at + 3] = qx;
    to[at + 4] = qy;
    to[at + 5] = qz;
    to[at + 6] = qw;
    this.markMoving(body);
  }

  /**
   * Computes what is shown at a time; calls `each` for bodies that moved since the last call.
   * Returns whether another picture is needed after this one.
   */
  show(now: number, each: (body: number) => void): boolean {
    if (this.movingCount === 0) return false;
    // A picture may have begun before the frame came: its time is earlier then.
    const share = this.period > 0 ? Math.min(Math.max((now - this.receivedAt) / this.period, 0), 1) : 1;
    const { shown, from, to, moving } = this;
    for (let index = 0; index < this.movingCount; index += 1) {
      const body = moving[index]!;
      const at = body * STRIDE;
      if (share >= 1) {
        for (let part = at; part < at + STRIDE; part += 1) {
          const value = to[part]!;
          shown[part] = value;
          from[part] = value;
        }
      } else {
        blend(shown, from, to, at, share);
      }
      each(body);
    }
    this.fresh = false;
    if (share < 1) return true;
    for (let index = 0; index < this.movingCount; index += 1) this.isMoving[moving[index]!] = 0;
    this.movingCount = 0;
    return false;
  }

  get needsShow(): boolean {
    return this.fresh || this.movingCount > 0;
  }

  private markMoving(body: number): void {
    if (this.isMoving[body] === 1) return;
    this.isMoving[body] = 1;
    this.moving[this.movingCount] = body;
    this.movingCount += 1;
  }

  private reserve(bodies: number): void {
    if (bodies <= this.isMoving.length) return;
    const capacity = Math.max(bodies, Math.ceil(this.isMoving.length * 1.5));
    const grown = (old: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> => {
      const array = new Float32Array(capacity * STRIDE);
      array.set(old);
      return array;
    };
    [this.shown, this.from, this.to] = [grown(this.shown), grown(this.from), grown(this.to)];
    const moving = new Uint32Array(capacity);
    moving.set(this.moving);
    const isMoving = new Uint8Array(capacity);
    isMoving.set(this.isMoving);
    [this.moving, this.isMoving] = [moving, isMoving];
  }
}

/** Positions on a line, rotations on the shorter arc (normalised linear blend). */
function blend(shown: Float32Array, from: Float32Array, to: Float32Array, at: number, share: number): void {
  for (let part = at; part < at + 3; part += 1) shown[part] = from[part]! + (to[part]! - from[part]!) * share;
  const dot =
    from[at + 3]! * to[at + 3]! + from[at + 4]! * to[at + 4]! + from[at + 5]! * to[at + 5]! + from[at + 6]! * to[at + 6]!;
  const sign = dot < 0 ? -1 : 1;
  let length = 0;
  for (let part = at + 3; part < at + STRIDE; part += 1) {
    const value = from[part]! + (sign * to[part]! - from[part]!) * share;
    shown[part] = value;
    length += value * value;
  }
  const scale = length > 0 ? 1 / Math.sqrt(length) : 1;
  for (let part = at + 3; part < at + STRIDE; part += 1) shown[part] = shown[part]! * scale;
}
