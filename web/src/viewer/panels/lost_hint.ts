// Says when nothing of the world is in the picture, and helps back: a visitor who flew too far sees only sky.

import { make, need } from '../../shared/dom';
import type { Picture } from '../picture/picture';

const PERIOD = 500;

export class LostHint {
  private readonly element = need('lost', HTMLDivElement);
  private looked = 0;
  private isLost = false;

  constructor(private readonly picture: Picture) {
    const back = make('button', { type: 'button', class: 'primary' }, 'Show everything');
    back.addEventListener('click', () => {
      picture.focus(null);
      picture.canvas.focus();
    });
    this.element.append(make('p', {}, 'Nothing of the world is in view.'), back);
  }

  tick(now: number): void {
    if (now - this.looked < PERIOD) return;
    this.looked = now;
    const isLost = this.picture.isComplete && !this.picture.showsSomething();
    // Twice in a row: on its way somewhere the view may pass the sky.
    this.element.hidden = !(isLost && this.isLost);
    this.isLost = isLost;
  }
}
