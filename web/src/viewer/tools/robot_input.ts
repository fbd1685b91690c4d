// Keyboard, mouse and joystick of the page for the robot that was chosen (wb_keyboard, wb_mouse, wb_joystick).

import type { ViewerPage } from '../page';

/** Codes of wb_keyboard for keys that are not characters. */
const CODES: Readonly<Record<string, number>> = {
  End: 312, Home: 313, ArrowLeft: 314, ArrowUp: 315, ArrowRight: 316, ArrowDown: 317, PageUp: 366, PageDown: 367, Tab: 1, Backspace: 3, Enter: 4, Delete: 7, ' ': 32,
};

/** The same for keys of the number pad that move. */
const PAD_CODES: Readonly<Record<string, number>> = {
  Home: 375, ArrowLeft: 376, ArrowUp: 377, ArrowRight: 378, ArrowDown: 379, End: 382,
};
const PAD = 3;
const SHIFT = 0x10000;
const CONTROL = 0x20000;
const ALT = 0x40000;
const PERIOD = 50;

interface Joystick {
  readonly model: string;
  readonly axes: readonly number[];
  readonly buttons: readonly number[];
  readonly povs: readonly number[];
  readonly button_count: number;
}

/** The code that wb_keyboard gives for a key; null for keys that it does not know. */
export function keyCode(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey'> & { readonly location?: number }): number | null {
  const named = (event.location === PAD ? PAD_CODES[event.key] : undefined) ?? CODES[event.key];
  const single = event.key.length === 1 ? event.key.toUpperCase().codePointAt(0) : undefined;
  const base = named ?? (single !== undefined && single < 256 ? single : undefined);
  if (base === undefined) return null;
  return base | (event.shiftKey ? SHIFT : 0) | (event.ctrlKey ? CONTROL : 0) | (event.altKey ? ALT : 0);
}

/** The buttons of the hat in the standard layout of browsers, and their bits in wb_joystick_get_pov_value: north, south, west, east. */
const HAT: readonly (readonly [number, number])[] = [[12, 0x1], [13, 0x10], [14, 0x1000], [15, 0x100]];

/** A pad as a joystick of a robot. Its hat is no button. */
export function readPad(pad: Pick<Gamepad, 'id' | 'mapping' | 'axes' | 'buttons'>): Joystick {
  const hat = pad.mapping === 'standard' && pad.buttons.length > 15 ? HAT : [];
  const isDown = (at: number): boolean => pad.buttons[at]?.pressed === true;
  return {
    model: pad.id.slice(0, 100),
    axes: pad.axes.map((axis) => Math.round(axis * 32767)),
    buttons: [...pad.buttons.keys()].filter((at) => isDown(at) && !hat.some(([button]) => button === at)),
    povs: hat.length > 0 ? [hat.reduce((sum, [at, bit]) => sum | (isDown(at) ? bit : 0), 0)] : [],
    button_count: pad.buttons.length,
  };
}

export class RobotInputs {
  target: number | null = null;
  private readonly keys = new Map<string, number>();
  private mouse: object | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private joystick = '';
  /** The joystick as it was sent last: what is left out of a message is let go. */
  private pad: Joystick | null = null;
  private mouseAt = 0;

  constructor(
    private readonly page: ViewerPage,
    private readonly changed: () => void,
  ) {
    const { canvas } = page.picture;
    canvas.addEventListener('keyup', (event) => {
      if (this.keys.delete(event.code)) this.send();
    });
    canvas.addEventListener('blur', () => this.release());
    addEventListener('blur', () => this.release());
    for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const) {
      canvas.addEventListener(type, (event) => this.trackMouse(event));
    }
  }

  set(robot: number | null): void {
    if (robot !== this.target) this.letGo();
    this.target = robot;
    clearInterval(this.timer);
    if (robot !== null) this.timer = setInterval(() => this.pollJoystick(), PERIOD);
    this.changed();
  }

  /** Takes a key of the picture; false if it is not for a robot. */
  down(event: KeyboardEvent): boolean {
    if (this.target === null) return false;
    if (event.key === 'Escape') {
      this.set(null);
      return true;
    }
    const code = keyCode(event);
    if (code === null) return false;
    if (this.keys.get(event.code) !== code) {
      this.keys.set(event.code, code);
      this.send();
    }
    return true;
  }

  private release(): void {
    if (this.keys.size === 0) return;
    this.keys.clear();
    this.send();
  }

  /** Lets go of everything: the robot keeps its joystick, in the middle, and no key or button. */
  private letGo(): void {
    this.keys.clear();
    this.mouse = null;
    this.pad &&= { ...this.pad, axes: this.pad.axes.map(() => 0), buttons: [], povs: this.pad.povs.map(() => 0) };
    this.send();
    this.pad = null;
    this.joystick = '';
  }

  private send(): void {
    if (this.target === null) return;
    // At most seven keys at once, as in the genuine program.
    void this.page.send({ do: 'input', robot: this.target, keys: [...this.keys.values()].slice(0, 7), mouse: this.mouse, joystick: this.pad });
  }

  private trackMouse(event: PointerEvent): void {
    const now = performance.now();
    if (this.target === null || (event.type === 'pointermove' && now - this.mouseAt < PERIOD)) return;
    this.mouseAt = now;
    const box = this.page.picture.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const point = this.page.picture.hits(x, y)[0]?.point.toArray() ?? null;
    this.mouse = {
      u: x / box.width, v: y / box.height, point,
      left: (event.buttons & 1) !== 0, middle: (event.buttons & 4) !== 0, right: (event.buttons & 2) !== 0,
    };
    this.send();
  }

  private pollJoystick(): void {
    const pad = navigator.getGamepads?.().find((one) => one !== null);
    if (this.target === null || (!pad && !this.pad)) return;
    const joystick = pad ? readPad(pad) : null;
    if (joystick && !this.pad) this.page.notice(`${joystick.model || 'The joystick'} goes to the robot.`);
    const text = JSON.stringify(joystick);
    if (text === this.joystick) return;
    this.joystick = text;
    this.pad = joystick;
    this.send();
  }
}
