// Jogging: buttons and keys that move Reynard while they are held.

import { JOG_REPEAT, jogTimeout, type Push, pushOfArmKey, pushOfKey, velocities } from '../core/jog';
import type { Vec3 } from '../core/protocol';
import { icon, make, need } from '../../shared/dom';
import type { Page } from '../page';

const SLOW = 0.25;

export class Jogger {
  /** What is held, by key or button. */
  private readonly held = new Map<string, Push>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private slowly = false;
  /** Share of the fastest speed, set by the slider. */
  speed = 1;

  constructor(private readonly page: Page) {
    // A key let go elsewhere, or a tab that is hidden, must not keep him driving.
    addEventListener('blur', () => this.releaseAll());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.releaseAll();
    });
    addEventListener('keydown', (event) => this.keyDown(event));
    addEventListener('keyup', (event) => {
      this.slowly = event.shiftKey;
      this.release(event.code);
    });
  }

  press(name: string, push: Push): void {
    if (this.held.has(name)) return;
    this.held.set(name, push);
    this.send(push.kind);
    this.timer ??= setInterval(() => this.repeat(), JOG_REPEAT);
  }

  release(name: string): void {
    const push = this.held.get(name);
    if (!push) return;
    this.held.delete(name);
    // Send immediately: the keys that are still down, or a stop.
    this.send(push.kind);
    if (this.held.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  releaseAll(): void {
    for (const name of [...this.held.keys()]) this.release(name);
  }

  /** Makes a button push while it is held, by pointer or by keyboard. */
  bind(button: HTMLButtonElement, name: string, push: Push): void {
    button.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.press(name, push);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      button.addEventListener(end, () => this.release(name));
    }
    button.addEventListener('keydown', (event) => {
      if (event.code !== 'Space' && event.code !== 'Enter') return;
      event.preventDefault();
      this.press(name, push);
    });
    button.addEventListener('keyup', (event) => {
      if (event.code === 'Space' || event.code === 'Enter') this.release(name);
    });
    button.addEventListener('blur', () => this.release(name));
    button.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.code === 'Escape') {
      this.releaseAll();
      this.page.send({ type: 'stop' });
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || !listens(event.target)) return;
    const onField = event.target instanceof HTMLCanvasElement;
    const push = pushOfKey(event.code) ?? (onField ? pushOfArmKey(event.code) : null);
    if (!push) return;
    event.preventDefault();
    this.slowly = event.shiftKey;
    this.press(event.code, push);
  }

  private repeat(): void {
    const kinds = new Set([...this.held.values()].map((push) => push.kind));
    for (const kind of kinds) this.send(kind);
  }

  private send(kind: Push['kind']): void {
    const { hello, frame, robot } = this.page.store;
    if (!hello || !frame || !robot) return;
    const timeout = jogTimeout(frame.speed);
    const share = this.speed * (this.slowly ? SLOW : 1);
    const armSpeed = hello.limits.armSpeed.map((speed) => speed * share) as unknown as Vec3;
    const { body, arm } = velocities(this.held.values(), hello.limits.speed * share, armSpeed);
    if (kind === 'body') this.page.send({ type: 'drive', robot: robot.name, velocity: body, timeout });
    else this.page.send({ type: 'drive_arm', robot: robot.name, velocity: arm, timeout });
  }
}

/** Arrow keys belong to text boxes, sliders, lists and tabs while these have the focus. */
function listens(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target.closest('input, textarea, select, [role="tablist"], [role="radiogroup"], [role="log"], [role="tabpanel"]') === null;
}

const PAD = [
  ['north-west', 'left and up', [-1, 1], -45],
  ['north', 'up', [0, 1], 0],
  ['north-east', 'right and up', [1, 1], 45],
  ['west', 'left', [-1, 0], -90],
  ['halt', '', [0, 0], 0],
  ['east', 'right', [1, 0], 90],
  ['south-west', 'left and down', [-1, -1], -135],
  ['south', 'down', [0, -1], 180],
  ['south-east', 'right and down', [1, -1], 135],
] as const;

/** The nine buttons of the jog pad. */
export function makePad(page: Page, jogger: Jogger): void {
  const pad = need('pad', HTMLDivElement);
  for (const [name, way, [x, y], turn] of PAD) {
    if (name === 'halt') {
      const halt = make('button', { type: 'button', class: 'halt', 'aria-label': 'Halt' }, icon('stop'));
      halt.addEventListener('click', () => {
        const robot = page.store.robot;
        if (robot) page.send({ type: 'drive', robot: robot.name, velocity: [0, 0], timeout: jogTimeout(1) });
      });
      pad.append(halt);
      continue;
    }
    const button = make('button', { type: 'button', 'aria-label': `Drive ${way}`, 'data-way': name }, icon('arrow'));
    button.style.setProperty('--turn', `${turn}deg`);
    jogger.bind(button, name, { kind: 'body', way: [x, y] });
    pad.append(button);
  }
}
