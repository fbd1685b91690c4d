// Hands in the picture: drag the lamp, drag Reynard, or take him by the hand.

import { toWorld } from '../core/camera';
import { armPoints, reach } from '../core/kinematics';
import type { Command, Frame, Hello, Robot, Vec2 } from '../core/protocol';
import type { Store } from '../core/store';
import { formatLength } from '../../shared/units';
import { clamp2, distance } from '../core/vector';
import { need, setText } from '../../shared/dom';
import type { Settings } from '../../shared/settings';
import { Throttle } from '../throttle';
import type { FieldView } from './view';

type Grip =
  | { readonly kind: 'lamp'; readonly offset: Vec2 }
  | { readonly kind: 'tool'; readonly robot: string }
  | { readonly kind: 'body'; readonly robot: string; readonly offset: Vec2 };

/** Reynard's outline as a box around his reference point. */
const BODY = { left: -0.2, right: 0.2, bottom: -0.04, top: 0.17 } as const;

export class Pointer {
  private grip: Grip | null = null;
  private readonly shown = need('pointer', HTMLOutputElement);
  private readonly throttle: Throttle;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly view: FieldView,
    private readonly store: Store,
    private readonly settings: Settings,
    send: (command: Command) => void,
  ) {
    this.throttle = new Throttle(send);
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerleave', () => setText(this.shown, ''));
    canvas.addEventListener('pointerup', () => this.up());
    canvas.addEventListener('pointercancel', () => this.up());
    // A finger on something that can be dragged drags; anywhere else it scrolls the page.
    canvas.addEventListener(
      'touchstart',
      (event) => {
        const touch = event.touches[0];
        if (touch && this.find(this.worldOf(touch), true)) event.preventDefault();
      },
      { passive: false },
    );
  }

  private worldOf(at: { clientX: number; clientY: number }): Vec2 {
    const box = this.canvas.getBoundingClientRect();
    const camera = this.view.camera(performance.now());
    return camera ? toWorld(camera, [at.clientX - box.left, at.clientY - box.top]) : [Infinity, Infinity];
  }

  private find(point: Vec2, coarse: boolean): Grip | null {
    const { hello } = this.store;
    const now = performance.now();
    const frame = this.store.shown(now);
    const camera = this.view.camera(now);
    if (!hello || !frame || !camera) return null;
    // At least as large as a fingertip.
    const near = (size: number): number => Math.max(size, (coarse ? 22 : 10) / camera.scale);
    const lamp = frame.lamp;
    if (lamp && distance(lamp.position, point) < near(0.06)) {
      return { kind: 'lamp', offset: [lamp.position[0] - point[0], lamp.position[1] - point[1]] };
    }
    return this.findRobot(hello, frame, point, near(0.045));
  }

  private findRobot(hello: Hello, frame: Frame, point: Vec2, near: number): Grip | null {
    const chosenLast = (robot: Robot): number => (robot.name === this.store.selected ? 0 : 1);
    const robots = [...frame.robots].sort((a, b) => chosenLast(a) - chosenLast(b));
    for (const robot of robots) {
      const { tool } = armPoints(hello, robot.position, robot.arm);
      if (distance(tool, point) < near) return { kind: 'tool', robot: robot.name };
      const [x, y] = [point[0] - robot.position[0], point[1] - robot.position[1]];
      if (x > BODY.left && x < BODY.right && y > BODY.bottom && y < BODY.top) {
        return { kind: 'body', robot: robot.name, offset: [-x, -y] };
      }
    }
    return null;
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const grip = this.find(this.worldOf(event), event.pointerType !== 'mouse');
    if (!grip) return;
    if (grip.kind !== 'lamp') this.store.select(grip.robot);
    this.grip = grip;
    this.view.holding = grip.kind;
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.classList.add('grabbing');
    this.view.touch();
  }

  private move(event: PointerEvent): void {
    const point = this.worldOf(event);
    if (Number.isFinite(point[0])) {
      const [x, y] = point.map((value) => formatLength(value, this.settings.units));
      setText(this.shown, `${x}, ${y}`);
    }
    if (!this.grip) {
      this.canvas.classList.toggle('grab', this.find(point, event.pointerType !== 'mouse') !== null);
      return;
    }
    const command = this.command(this.grip, point);
    if (command) this.throttle.send(command);
  }

  private command(grip: Grip, point: Vec2): Command | null {
    const { hello, frame } = this.store;
    if (!hello || !frame) return null;
    const inField = (offset: Vec2): Vec2 =>
      clamp2([point[0] + offset[0], point[1] + offset[1]], hello.field.min, hello.field.max);
    switch (grip.kind) {
      case 'lamp':
        return { type: 'lamp', position: inField(grip.offset) };
      case 'body':
        return { type: 'teleport', robot: grip.robot, position: inField(grip.offset) };
      case 'tool': {
        const robot = frame.robots.find((other) => other.name === grip.robot);
        if (!robot) return null;
        const position = reach(hello, robot.position, robot.arm, hello.limits.arm, point);
        return { type: 'arm', robot: grip.robot, position };
      }
    }
  }

  private up(): void {
    if (!this.grip) return;
    this.grip = null;
    this.view.holding = null;
    this.throttle.flush();
    this.canvas.classList.remove('grabbing');
    this.view.touch();
  }
}
