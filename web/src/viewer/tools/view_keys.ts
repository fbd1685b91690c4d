// The camera by keys, while the picture has the focus: arrows orbit or pan, WASD flies.

import type { Picture } from '../picture/picture';

const TURN = 1.4;
const SPEEDS: Readonly<Record<string, readonly [number, number, number]>> = {
  KeyW: [0, 0, 1], KeyS: [0, 0, -1], KeyA: [-1, 0, 0], KeyD: [1, 0, 0], KeyE: [0, 1, 0], KeyQ: [0, -1, 0],
};
const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class ViewKeys {
  private readonly held = new Set<string>();
  private isShifted = false;
  private before = 0;

  constructor(private readonly picture: Picture) {
    const { canvas } = picture;
    canvas.addEventListener('keyup', (event) => this.held.delete(event.code));
    canvas.addEventListener('blur', () => this.held.clear());
  }

  /** Takes a key of the picture; false if it moves nothing. */
  down(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    this.isShifted = event.shiftKey;
    if (event.key === '+' || event.key === '=') this.picture.view.zoom(0.85);
    else if (event.key === '-') this.picture.view.zoom(1 / 0.85);
    else if (event.code in ARROWS || (event.code in SPEEDS && !event.shiftKey)) this.held.add(event.code);
    else return false;
    this.picture.invalidate(false);
    return true;
  }

  tick(now: number): void {
    const seconds = Math.min((now - this.before) / 1000, 0.1);
    this.before = now;
    if (this.held.size === 0) return;
    const { view } = this.picture;
    for (const code of this.held) {
      const arrow = ARROWS[code];
      if (arrow) {
        if (this.isShifted) view.pan(arrow[0] * seconds * 0.5, arrow[1] * seconds * 0.5);
        else view.orbit(arrow[0] * TURN * seconds, arrow[1] * TURN * seconds);
      }
      const way = SPEEDS[code];
      if (way) view.fly(...(way.map((part) => part * view.distance * 0.9 * seconds) as [number, number, number]));
    }
    this.picture.invalidate(false);
  }
}
