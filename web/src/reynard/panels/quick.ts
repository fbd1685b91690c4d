// Places and postures at one press.

import type { Vec2, Vec3 } from '../core/protocol';
import { make, need } from '../../shared/dom';
import type { Page, Panel } from '../page';

const DEGREE = Math.PI / 180;

const POSTURES: readonly (readonly [string, Vec3])[] = [
  ['Rest', [0, 0, 0]],
  ['Upright', [90, 0, 0]],
  ['Reach', [60, -60, 0]],
  ['Wave', [110, -70, 60]],
  ['Fold', [170, -140, -60]],
];

export class QuickPanel implements Panel {
  private readonly charger: HTMLButtonElement;

  constructor(private readonly page: Page) {
    const postures = POSTURES.map(([name, [a, b, c]]) =>
      this.button(name, (robot) => page.send({ type: 'arm', robot, position: [a * DEGREE, b * DEGREE, c * DEGREE] })),
    );
    need('postures', HTMLDivElement).append(...postures);
    const go = (robot: string, position: Vec2): void => page.send({ type: 'teleport', robot, position });
    this.charger = this.button('To the charger', (robot) => {
      const charger = page.store.frame?.charger;
      if (charger) go(robot, charger.position);
    });
    need('places', HTMLDivElement).append(
      this.button('To the middle', (robot) => go(robot, [0, 0])),
      this.charger,
    );
  }

  update(): void {
    this.charger.hidden = !this.page.store.frame?.charger;
  }

  private button(name: string, act: (robot: string) => void): HTMLButtonElement {
    const button = make('button', { type: 'button' }, name);
    button.addEventListener('click', () => {
      const robot = this.page.store.robot;
      if (robot) act(robot.name);
    });
    return button;
  }
}
