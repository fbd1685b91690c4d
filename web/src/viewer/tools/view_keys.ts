// The camera by keys, while the picture has the focus: arrows orbit or pan, WASD flies.

import type { Picture } from '../picture/picture';

const TURN = 1.4;
/** By letter, as the help names them: on other keyboards the same places have letters of shortcuts. */
const SPEEDS: Readonly<Record<string, readonly [number, number, number]>> = {
  w: [0, 0, 1], s: [0, 0, -1], a: [-1, 0, 0], d: [1, 0, 0], e: [0, 1, 0], q: [0, -1, 0],
};
const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ZOOMS: Readonly<Record<string, number>> = { '+': 0.85, '=': 0.85, '-': 1 / 0.85 };

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key zooms, turns, moves or flies; shortcuts have other keys. */
export function movesView({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return key in ZOOMS || key in ARROWS || (key.toLowerCase() in SPEEDS && !shiftKey);
}

export class ViewKeys {
  /** What each held key is, by its place: Shift changes its letter. */
  private readonly held = new Map<string, string>();
  private isShifted = false;
  private before = 0;

  constructor(private readonly picture: Picture) {
    const { canvas } = picture;
    canvas.addEventListener('keyup', (event) => this.held.delete(event.code));
    canvas.addEventListener('blur', () => this.held.clear());
  }

  /** Takes a key of the picture; false if it moves nothing. */
  down(event: KeyboardEvent): boolean {
    if (!movesView(event)) return false;
    this.isShifted = event.shiftKey;
    const zoom = ZOOMS[event.key];
    if (zoom === undefined) this.held.set(event.code, event.key);
    else this.picture.view.zoom(zoom);
    this.picture.invalidate(false);
    return true;
  }

  tick(now: number): void {
    const seconds = Math.min((now - this.before) / 1000, 0.1);
    this.before = now;
    if (this.held.size === 0) return;
    const { view } = this.picture;
    for (const key of this.held.values()) {
      const arrow = ARROWS[key];
      if (arrow) {
        if (this.isShifted) view.pan(arrow[0] * seconds * 0.5, arrow[1] * seconds * 0.5);
        else view.orbit(arrow[0] * TURN * seconds, arrow[1] * TURN * seconds);
      }
      const way = SPEEDS[key.toLowerCase()];
      if (way) view.fly(...(way.map((part) => part * view.distance * 0.9 * seconds) as [number, number, number]));
    }
    this.picture.invalidate(false);
  }
}
