// Everything the page knows, and how each message changes it. No DOM, no clock:
// times are parameters, so that tests can choose them.

import type { Status } from '../../shared/connection';
import { type History, remember, type Sample, sample } from './history';
import { advance, type Playback, shown, still } from './playback';
import type { Frame, Hello, Robot, ServerMessage } from './protocol';
import { bubbleTime, type Line, Chat } from './chat';
import { Trail } from './trail';
import { toHex } from './color';

export type Change =
  | { readonly kind: 'status' }
  | { readonly kind: 'hello' }
  | { readonly kind: 'frame' }
  | { readonly kind: 'selection' }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'refused'; readonly reason: string };

export interface Bubble {
  readonly text: string;
  /** Milliseconds on the clock that `receive` is given. */
  readonly until: number;
}

const TRAIL_POINTS = 700;
const INK_POINTS = 6000;

export class Store {
  status: Status = 'connecting';
  hello: Hello | null = null;
  playback: Playback | null = null;
  selected = '';
  readonly talk: Chat;
  readonly trails = new Map<string, Trail>();
  readonly ink = new Map<string, Trail>();
  readonly bubbles = new Map<string, Bubble>();
  private readonly histories = new Map<string, Sample[]>();
  private readonly listeners = new Set<(change: Change) => void>();

  /** `self` is the name of this page in the chat. */
  constructor(self = '') {
    this.talk = new Chat(self);
  }

  /** Calls `listener` on every change. */
  listen(listener: (change: Change) => void): void {
    this.listeners.add(listener);
  }

  /** The newest frame. */
  get frame(): Frame | null {
    return this.playback?.to ?? null;
  }

  /** The robot whose controls and plots are shown. */
  get robot(): Robot | null {
    const robots = this.frame?.robots ?? [];
    return robots.find((robot) => robot.name === this.selected) ?? robots[0] ?? null;
  }

  history(robot: string): History {
    return this.histories.get(robot) ?? [];
  }

  /** What to draw at `now`. */
  shown(now: number): Frame | null {
    return this.playback && shown(this.playback, now);
  }

  setStatus(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    this.tell({ kind: 'status' });
  }

  select(name: string): void {
    if (name === this.selected || !this.frame?.robots.some((robot) => robot.name === name)) return;
    this.selected = name;
    this.tell({ kind: 'selection' });
  }

  receive(message: ServerMessage, now: number): void {
    switch (message.type) {
      case 'hello':
        this.start(message.hello, now);
        break;
      case 'frame':
        this.take(message.frame, now);
        break;
      case 'said':
        this.bubbles.set(message.robot, { text: message.text, until: now + bubbleTime(message.text) });
        this.tell({ kind: 'line', line: this.talk.said(message.robot, message.text) });
        break;
      case 'heard':
        this.tell({ kind: 'line', line: this.talk.heard(message.text, message.visitor) });
        break;
      case 'reset':
        this.wipe();
        break;
      case 'refused':
        this.tell({ kind: 'refused', reason: message.reason });
        break;
    }
  }

  /** Forgets where robots have been: trails, ink and plots are cleared. */
  wipe(): void {
    this.forget();
    if (this.playback) {
      this.record(this.playback.to);
      this.tell({ kind: 'frame' });
    }
  }

  private start(hello: Hello, now: number): void {
    const before = this.frame;
    this.hello = hello;
    // After a lost connection plots go on; after a restart they are cleared.
    if (!before || hello.frame.time < before.time) this.forget();
    // The server knows where robots were while no page was open.
    this.trails.clear();
    this.ink.clear();
    for (const { robot, path, ink } of hello.trails) {
      trailOf(this.trails, robot, TRAIL_POINTS).load(path);
      if (ink.length > 0) trailOf(this.ink, robot, INK_POINTS).load(ink);
    }
    this.playback = still(hello.frame, now);
    const names = hello.frame.robots.map((robot) => robot.name);
    if (!names.includes(this.selected)) this.selected = names[0] ?? '';
    this.talk.load(hello.log, names);
    this.record(hello.frame);
    this.tell({ kind: 'hello' });
  }

  private take(frame: Frame, now: number): void {
    // Frames before `hello` have no field to be drawn in.
    if (!this.playback) return;
    if (frame.time < this.playback.to.time) this.forget();
    this.playback = advance(this.playback, frame, now);
    this.record(frame);
    this.tell({ kind: 'frame' });
  }

  private record(frame: Frame): void {
    for (const robot of frame.robots) {
      const history = this.histories.get(robot.name) ?? [];
      this.histories.set(robot.name, history);
      remember(history, sample(frame, robot));
      const color = toHex(robot.color);
      trailOf(this.trails, robot.name, TRAIL_POINTS).extend(robot.position, color);
      if (robot.tool === 'pen') trailOf(this.ink, robot.name, INK_POINTS).extend(robot.toolPoint, color);
      else this.ink.get(robot.name)?.lift();
    }
  }

  private forget(): void {
    this.histories.clear();
    this.trails.clear();
    this.ink.clear();
    this.bubbles.clear();
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

function trailOf(trails: Map<string, Trail>, name: string, most: number): Trail {
  const known = trails.get(name);
  if (known) return known;
  const trail = new Trail(most);
  trails.set(name, trail);
  return trail;
}
