// What the page knows of a world: one store, fed by one source (a live server or a recording).

import type { Fields } from '../../shared/readers';
import type { Status } from '../../shared/connection';
import { Emitter } from './emitter';
import { type Picture, readFrameHeader, readPicture } from './frame';
import { type Clock, type ConsoleLine, type Hello, type Message, readMessage, type WorldEvent } from './messages';
import { Poses, STRIDE } from './poses';
import { SceneTables } from './scene_tables';
import type { Background, Changes, Fog, Label, Light, Scene, Viewpoint } from './scene_types';
import type { WorldEntry } from './world_list';

/** Older lines and events are dropped. */
export const MOST_LINES = 5000;
const MOST_EVENTS = 2000;
const LONGEST_LINE = 10_000;

export interface StoreEvents {
  status: Status;
  hello: Hello;
  scene: Scene;
  changes: Changes;
  frame: number;
  clock: Clock;
  values: { readonly topic: string; readonly time: number; readonly values: Fields };
  picture: Picture;
  console: readonly ConsoleLine[];
  events: readonly WorldEvent[];
  worlds: string | null;
  /** A supervisor wants this node to be looked at. */
  look: number;
  selection: number | null;
  /** The node that the picture follows from now on. */
  follow: number | null;
  trouble: string;
}

export class ViewerStore extends Emitter<StoreEvents> {
  status: Status = 'connecting';
  hello: Hello | null = null;
  clock: Clock | null = null;
  readonly tables = new SceneTables();
  readonly poses = new Poses();
  /** The body that begins at a node. */
  private readonly bodies = new Map<number, number>();
  lights: readonly Light[] = [];
  /** Texts of supervisors over the picture. */
  labels: readonly Label[] = [];
  background: Background | null = null;
  fog: Fog | null = null;
  viewpoint: Viewpoint | null = null;
  up: readonly [number, number, number] = [0, 0, 1];
  /** The newest values of each topic that is watched. */
  readonly values = new Map<string, Fields>();
  lines: ConsoleLine[] = [];
  events: WorldEvent[] = [];
  worlds: readonly WorldEntry[] = [];
  selected: number | null = null;
  /** The time of the newest frame. */
  time = 0;
  /** Whether the newest frame is of the past. */
  isPast = false;

  setStatus(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    this.emit('status', status);
  }

  select(id: number | null): void {
    const known = id !== null && this.tables.nodes.has(id) ? id : null;
    if (known === this.selected) return;
    this.selected = known;
    this.emit('selection', known);
  }

  /** Where the body that begins at a node is shown; null for other nodes. */
  shownPose(node: number): { readonly position: readonly number[]; readonly rotation: readonly [number, number, number, number] } | null {
    const body = this.bodies.get(node);
    if (body === undefined || body === 0 || body >= this.poses.count) return null;
    const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = this.poses.shown.subarray(body * STRIDE, (body + 1) * STRIDE);
    return { position: [x, y, z], rotation: [qw, qx, qy, qz] };
  }

  /** Takes a text message; returns it when it is for the source (replies) or greets. */
  receiveText(json: string): Message | null {
    const message = readMessage(json);
    if (message) this.receive(message);
    return message;
  }

  receiveBinary(buffer: ArrayBuffer, now: number): void {
    const bytes = new DataView(buffer);
    const header = readFrameHeader(bytes);
    if (!header) {
      const picture = readPicture(buffer);
      if (picture) this.emit('picture', picture);
      return;
    }
    // Time that runs backwards, or into the past, is a jump.
    const jump = header.past || this.isPast || header.time < this.time;
    this.isPast = header.past;
    this.time = header.time;
    if (!this.poses.take(bytes, header, now, jump)) this.emit('trouble', 'A frame is cut off. The picture may be incomplete.');
    this.emit('frame', header.time);
  }

  /** Back to now: a world at rest sends no frame that would say so. */
  leavePast(): void {
    this.isPast = false;
    this.emit('frame', this.time);
  }

  receive(message: Message): void {
    switch (message.type) {
      case 'hello':
        this.hello = message.data;
        // What was printed and what happened is sent again after each greeting.
        this.clearLog();
        this.setStatus('open');
        this.emit('hello', message.data);
        break;
      case 'scene':
        this.load(message.data);
        break;
      case 'changes':
        this.change(message.data);
        break;
      case 'clock':
        this.clock = message.data;
        this.emit('clock', message.data);
        break;
      case 'values':
        this.values.set(message.topic, message.values);
        this.emit('values', message);
        break;
      case 'console':
        this.print(message.data.lines);
        break;
      case 'events':
        this.events = [...this.events, ...message.data.events].slice(-MOST_EVENTS);
        this.emit('events', message.data.events);
        break;
      case 'look':
        this.emit('look', message.data.node);
        break;
      case 'worlds':
        this.worlds = message.data.worlds;
        this.emit('worlds', message.data.trouble);
        break;
      case 'malformed':
        this.emit('trouble', `A message of the server cannot be read: ${message.reason}.`);
        break;
      default:
    }
  }

  private load(scene: Scene): void {
    this.tables.load(scene);
    this.poses.load(scene.bodies);
    this.bodies.clear();
    scene.bodies.forEach((body, at) => this.bodies.set(body.node ?? NaN, body.index ?? at));
    this.lights = scene.lights;
    this.labels = scene.labels;
    this.background = scene.background;
    this.fog = scene.fog;
    this.viewpoint = scene.viewpoint;
    this.up = scene.up;
    this.emit('scene', scene);
    if (this.selected !== null && !this.tables.nodes.has(this.selected)) this.select(null);
  }

  private change(changes: Changes): void {
    this.tables.apply(changes);
    for (const body of changes.bodies) {
      if (body.index === null) continue;
      this.poses.put(body.index, body.position, body.rotation);
      this.bodies.set(body.node ?? NaN, body.index);
    }
    if (changes.lights) this.lights = changes.lights;
    if (changes.labels) this.labels = changes.labels;
    if (changes.viewpoint) this.viewpoint = changes.viewpoint;
    if (changes.background) this.background = changes.background;
    if (changes.fog) this.fog = changes.fog;
    this.emit('changes', changes);
    if (this.selected !== null && !this.tables.nodes.has(this.selected)) this.select(null);
  }

  private print(lines: readonly ConsoleLine[]): void {
    const short = lines.map((line) =>
      line.text.length > LONGEST_LINE ? { ...line, text: `${line.text.slice(0, LONGEST_LINE)}…` } : line,
    );
    this.lines = this.lines.concat(short).slice(-MOST_LINES);
    this.emit('console', short);
  }

  /** Forgets lines and events: after a jump in a recording they are sent again. */
  clearLog(): void {
    this.clearLines();
    this.events = [];
    this.emit('events', []);
  }

  clearLines(): void {
    this.lines = [];
    this.emit('console', []);
  }
}
