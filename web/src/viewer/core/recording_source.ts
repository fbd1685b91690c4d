// A recording as a source: the same messages, played by the page's own clock, seekable.

import type { Fields } from '../../shared/readers';
import { readFrameHeader } from './frame';
import { type Mcap, type McapMessage, readMcap } from './mcap';
import { type Command, Refused, type Source } from './source';
import { MOST_LINES, type ViewerStore } from './store';

const TICK = 1000 / 60;
/** Speed "as fast as possible" of a recording. */
const FASTEST = 64;
/** Channels with texts that the page shows. */
const PLAYED: ReadonlySet<string> = new Set(['hello', 'scene', 'changes', 'values', 'console', 'events']);
/** Where the topic of values is found, in bytes from the end of their message. */
const TAIL = 200;
const REFUSAL = 'This is a recording: it can be looked at, not changed.';

export class RecordingSource implements Source {
  readonly kind = 'recording';
  private readonly mcap: Mcap;
  private readonly timeline: readonly McapMessage[];
  private readonly from: number;
  private readonly to: number;
  /** The next message to play. */
  private next = 0;
  private time: number;
  private speed: number | null = 1;
  private isPaused = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private before = 0;
  private readonly greeting: McapMessage | undefined;
  private watched: ReadonlySet<string> = new Set();
  /** What messages with values are about, as far as it was asked for. */
  private readonly subjects = new Map<McapMessage, string>();
  private readonly decoder = new TextDecoder();

  constructor(
    private readonly store: ViewerStore,
    private readonly bytes: Uint8Array<ArrayBuffer>,
    name: string,
    /** Called when the file is known to be a recording, before its first message is played. */
    ready: (source: RecordingSource) => void,
  ) {
    this.mcap = readMcap(bytes);
    const scene = this.mcap.messages.find((message) => message.topic === 'scene');
    if (!scene) throw new Error('The recording has no scene.');
    this.timeline = this.mcap.messages;
    this.from = scene.time;
    this.to = this.timeline.at(-1)?.time ?? scene.time;
    this.time = this.from;
    ready(this);
    this.greeting = this.mcap.messages.find((message) => message.topic === 'hello');
    if (this.greeting) this.play(this.greeting);
    else store.receive({ type: 'hello', data: { version: 1, program: 'Foxden', world: { title: name, info: [], file: name, timeStep: 32 }, canChange: false, features: [] } });
    this.seek(this.from);
    this.before = performance.now();
    this.timer = setInterval(() => this.tick(), TICK);
    if (this.mcap.isCutOff) store.emit('trouble', 'The recording is cut off. What is there is shown.');
  }

  send(command: Command): Promise<Fields> {
    switch (command.do) {
      case 'play':
        if (this.time >= this.to) this.seek(this.from);
        this.isPaused = false;
        break;
      case 'pause':
        this.isPaused = true;
        break;
      case 'step':
        this.isPaused = true;
        this.advance(this.time + (this.store.hello?.world.timeStep ?? 32) / 1000);
        break;
      case 'speed':
        this.speed = typeof command['factor'] === 'number' ? command['factor'] : null;
        break;
      case 'reset':
        this.seek(this.from);
        break;
      case 'look':
        this.seek(typeof command['time'] === 'number' ? command['time'] : this.to);
        break;
      case 'watch':
        this.watch(new Set(Array.isArray(command['topics']) ? command['topics'] : []));
        break;
      default:
        return Promise.reject(new Refused(REFUSAL));
    }
    this.tell();
    return Promise.resolve({});
  }

  blob(kind: 'geometry' | 'texture', hash: string): Promise<Blob> {
    const place = this.mcap.attachments.get(`${kind}/${hash}`);
    return place ? Promise.resolve(new Blob([this.bytes.subarray(...place)])) : Promise.reject(new Refused(`The recording lacks ${kind} ${hash}.`));
  }

  close(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = performance.now();
    const seconds = Math.min((now - this.before) / 1000, 0.25);
    this.before = now;
    if (this.isPaused) return;
    this.advance(this.time + seconds * (this.speed ?? FASTEST));
    if (this.time >= this.to) this.isPaused = true;
    this.tell();
  }

  /** Plays all messages up to a time. */
  private advance(time: number): void {
    this.time = Math.min(time, this.to);
    for (let message = this.timeline[this.next]; message && message.time <= this.time; message = this.timeline[this.next]) {
      this.next += 1;
      this.play(message);
    }
    // Time passes also while nothing moves and no frame was recorded.
    this.store.time = this.time;
  }

  /** Goes to a time: the last scene before it, changes since, and frames since the last whole one. */
  private seek(time: number): void {
    const target = Math.min(Math.max(time, this.from), this.to);
    const end = this.after(target);
    const isBack = target < this.time || this.next === 0;
    let first = this.next;
    if (isBack) {
      first = Math.max(this.lastOf('scene', end), 0);
      this.store.clearLog();
    }
    // The scene stays as it is if nothing changed it in between.
    const isSameScene = isBack && this.next > 0 && this.lastOf('scene', this.next) === first && this.lastOf('changes', this.next) < end;
    for (const message of this.wanted(first, end, isSameScene)) this.play(message);
    this.next = end;
    this.time = target;
    this.store.time = target;
    this.store.emit('frame', target);
  }

  /** The messages of a span that show its end: no values that newer ones replace, no lines that the console drops. */
  private wanted(first: number, end: number, isSameScene: boolean): readonly McapMessage[] {
    const whole = this.lastWholeFrame(first, end);
    const topics = new Set<string>();
    const found: McapMessage[] = [];
    let prints = 0;
    for (let at = end - 1; at >= first; at -= 1) {
      const message = this.timeline[at];
      if (!message) continue;
      const { topic } = message;
      if (topic === 'frame' ? at < whole : isSameScene && (topic === 'scene' || topic === 'changes')) continue;
      if (topic === 'console') {
        prints += 1;
        if (prints > MOST_LINES) continue;
      }
      if (topic === 'values') {
        const subject = this.subjectOf(message);
        if (topics.has(subject)) continue;
        topics.add(subject);
      }
      found.push(message);
    }
    return found.reverse();
  }

  /** Shows what is known of new topics at once: values are recorded only when they change, and time may stand still. */
  private watch(topics: ReadonlySet<string>): void {
    const before = this.watched;
    this.watched = topics;
    const missing = new Set([...topics].filter((topic) => !before.has(topic)));
    for (let at = this.next - 1; at >= 0 && missing.size > 0; at -= 1) {
      const message = this.timeline[at];
      if (message?.topic === 'values' && missing.delete(this.subjectOf(message))) this.play(message);
    }
  }

  /** What values are about: it is written near their end. */
  private subjectOf(message: McapMessage): string {
    const known = this.subjects.get(message);
    if (known !== undefined) return known;
    const { start, end } = message;
    const tail = this.decoder.decode(this.bytes.subarray(Math.max(start, end - TAIL), end));
    const subject = /"topic":"([^"]*)"/.exec(tail)?.[1] ?? `${start}`;
    this.subjects.set(message, subject);
    return subject;
  }

  /** The last message of a topic before an index, or -1. */
  private lastOf(topic: string, end: number): number {
    for (let at = end - 1; at >= 0; at -= 1) if (this.timeline[at]?.topic === topic) return at;
    return -1;
  }

  private lastWholeFrame(first: number, end: number): number {
    for (let at = end - 1; at >= first; at -= 1) {
      const message = this.timeline[at];
      if (message?.topic !== 'frame') continue;
      const header = readFrameHeader(new DataView(this.bytes.buffer, this.bytes.byteOffset + message.start, message.end - message.start));
      if (header?.all) return at;
    }
    return first;
  }

  /** The number of messages up to a time. */
  private after(time: number): number {
    let [low, high] = [0, this.timeline.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.timeline[middle]?.time ?? Infinity) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private play(message: McapMessage): void {
    const data = this.bytes.slice(message.start, message.end);
    if (message.topic === 'frame' || message.topic === 'picture') {
      this.store.receiveBinary(data.buffer, performance.now());
      return;
    }
    // Other channels, such as inputs, are for other programs.
    if (!PLAYED.has(message.topic)) return;
    // The greeting is that of the first world; the page may show another one until then.
    if (message.topic === 'hello' && message !== this.greeting) return;
    const json = this.decoder.decode(data);
    if (message.topic === 'values' && this.watched.size === 0) return;
    this.store.receiveText(json);
  }

  private tell(): void {
    this.store.receive({
      type: 'clock',
      data: { time: this.time, step: 0, paused: this.isPaused, speed: this.speed, measured: this.isPaused ? 0 : (this.speed ?? FASTEST), history: { from: this.from, to: this.to }, ended: null },
    });
  }
}
