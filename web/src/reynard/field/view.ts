// The picture of the field. Draws when something changed or moves, and only then.

import { type Camera, showing, surroundings } from '../core/camera';
import type { Arm } from '../core/kinematics';
import { gliding } from '../core/playback';
import type { Frame, Hello, Robot } from '../core/protocol';
import type { Store } from '../core/store';
import { displayName } from '../core/chat';
import type { Trail } from '../core/trail';
import { toScreen } from '../core/camera';
import { ornamentsMove, type Settings } from '../../shared/settings';
import { Bubbles } from './bubbles';
import { drawCharging, drawLamp, drawRays } from './den';
import { Ground } from './ground';
import { type Palette, readPalette } from './palette';
import type { Mood } from './fox';
import { drawRobot } from './robot';
import { Sprites } from './sprites';

/** Width of what the following view shows, in metres. */
const FOLLOW_WIDTH = 1.5;
/** With more robots than this only the chosen one wears its name. */
const MOST_LABELS = 12;
const BLINK_EVERY = 4300;
const BLINK_FOR = 140;

export class FieldView {
  /** Pictures drawn so far: tests and the footer count them. */
  drawn = 0;
  /** What the pointer holds, so that it can be shown. */
  holding: 'lamp' | 'tool' | 'body' | null = null;

  private readonly context: CanvasRenderingContext2D;
  private readonly ground = new Ground();
  private readonly sprites = new Sprites();
  private readonly bubbles: Bubbles;
  private palette: Palette = readPalette();
  private width = 1;
  private height = 1;
  private ratio = 1;
  private dirty = true;
  private wasBlinking = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    overlay: HTMLElement,
    private readonly store: Store,
    private readonly settings: Settings,
  ) {
    // The ground covers all of it: nothing behind has to shine through.
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser cannot draw');
    this.context = context;
    this.bubbles = new Bubbles(overlay, store);
    new ResizeObserver(() => this.resize()).observe(canvas);
    settings.listen(() => this.restyle());
    store.listen(() => this.touch());
    // The grid's numbers are drawn with the page's own face once it is there.
    void document.fonts.ready.then(() => this.restyle());
    this.resize();
  }

  /** Something changed: draw in the next animation frame. */
  touch(): void {
    this.dirty = true;
  }

  /** The camera for what is shown at `now`. */
  camera(now: number): Camera | null {
    const hello = this.store.hello;
    const frame = this.store.shown(now);
    return hello && frame && this.cameraFor(hello, frame);
  }

  /** Called for every animation frame. */
  tick(now: number): void {
    const { hello, playback } = this.store;
    if (!hello || !playback) return;
    const blinking = ornamentsMove() && now % BLINK_EVERY < BLINK_FOR;
    const charging = ornamentsMove() && playback.to.charger !== null && playback.to.charger.robot !== null;
    const alive = this.dirty || charging || gliding(playback, now) || blinking !== this.wasBlinking || this.bubbles.alive(now);
    if (!alive) return;
    this.wasBlinking = blinking;
    // One more picture after the last glide, so that it ends where the frame says.
    this.dirty = gliding(playback, now);
    this.draw(hello, this.store.shown(now) ?? playback.to, now, blinking);
  }

  private draw(hello: Hello, frame: Frame, now: number, blinking: boolean): void {
    const camera = this.cameraFor(hello, frame);
    const { context, palette } = this;
    const arm: Arm = hello;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.ground.picture(hello, frame, camera, this.ratio, palette, this.settings.units), 0, 0);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);

    if (frame.charger) drawCharging(context, camera, frame.charger, ornamentsMove() ? (now % 1400) / 1400 : 0.3);
    for (const trail of this.store.trails.values()) this.drawTrail(camera, trail, 3, frame.robots.length > 4 ? 1 : 6, 0.75);
    for (const trail of this.store.ink.values()) this.drawTrail(camera, trail, Math.max(0.008 * camera.scale, 2), 1, 1);
    this.sprites.begin(camera, this.ratio);
    const several = frame.robots.length > 1;
    const crowd = frame.robots.length > MOST_LABELS;
    for (const robot of this.inOrder(frame.robots)) {
      const look = {
        mood: mood(robot, frame),
        blink: blinking,
        selected: several && robot.name === this.store.selected,
        label: several && (!crowd || robot.name === this.store.selected) ? displayName(robot.name) : null,
      };
      drawRobot(context, camera, this.sprites, robot, arm, look, palette);
    }
    const selected = frame.robots.find((robot) => robot.name === this.store.selected);
    if (selected) drawRays(context, camera, selected.light, palette);
    if (frame.lamp) drawLamp(context, camera, frame.lamp, palette, this.holding === 'lamp');
    this.bubbles.place(frame, camera, arm, now);
    this.drawn += 1;
  }

  /** The chosen robot is drawn last, over all others. */
  private inOrder(robots: readonly Robot[]): readonly Robot[] {
    const chosen = robots.find((robot) => robot.name === this.store.selected);
    return chosen ? [...robots.filter((robot) => robot !== chosen), chosen] : robots;
  }

  private drawTrail(camera: Camera, trail: Trail, width: number, pieces: number, alpha: number): void {
    const { context } = this;
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.lineCap = pieces > 1 ? 'butt' : 'round';
    const total = trail.strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
    let before = 0;
    for (const { color, points } of trail.strokes) {
      context.strokeStyle = color;
      for (let piece = 0; piece < pieces; piece += 1) {
        const from = Math.floor((piece * points.length) / pieces);
        const to = Math.min(Math.floor(((piece + 1) * points.length) / pieces), points.length - 1);
        if (to <= from) continue;
        // Older parts fade.
        context.globalAlpha = pieces > 1 ? alpha * (0.15 + (0.85 * (before + to)) / total) : alpha;
        context.beginPath();
        for (let index = from; index <= to; index += 1) {
          const [x, y] = toScreen(camera, points[index] ?? [0, 0]);
          if (index === from) context.moveTo(x, y);
          else context.lineTo(x, y);
        }
        context.stroke();
      }
      before += points.length;
    }
    context.globalAlpha = 1;
  }

  private cameraFor(hello: Hello, frame: Frame): Camera {
    const reach = hello.links[0] + hello.links[1] + hello.links[2];
    const whole = surroundings(hello.field, hello.shoulder, reach);
    if (this.settings.view === 'whole') return showing(whole, this.width, this.height);
    const robot = frame.robots.find((other) => other.name === this.store.selected) ?? frame.robots[0];
    if (!robot) return showing(whole, this.width, this.height);
    const [x, y] = [robot.position[0], robot.position[1] + hello.shoulder[1]];
    const half = FOLLOW_WIDTH / 2;
    return showing({ min: [x - half, y - half / 3], max: [x + half, y + half / 3] }, this.width, this.height);
  }

  private restyle(): void {
    this.palette = readPalette();
    this.sprites.clear();
    this.ground.forget();
    this.touch();
  }

  private resize(): void {
    const box = this.canvas.getBoundingClientRect();
    this.width = Math.max(box.width, 1);
    this.height = Math.max(box.height, 1);
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    this.restyle();
    // A canvas that was resized is blank until it is drawn.
    this.tick(performance.now());
  }
}

function mood(robot: Robot, frame: Frame): Mood {
  if (robot.battery && robot.battery.energy <= 0) return 'asleep';
  return frame.charger?.robot === robot.name ? 'happy' : 'awake';
}
