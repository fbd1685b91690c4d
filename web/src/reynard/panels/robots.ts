// Whose controls are shown, when several Reynards share the den.

import { displayName } from '../core/chat';
import { make, need } from '../../shared/dom';
import type { Page, Panel } from '../page';

export class RobotsPanel implements Panel {
  private readonly label = need('who', HTMLLabelElement);
  private readonly choice = need('robots', HTMLSelectElement);
  private offered = '';

  constructor(private readonly page: Page) {
    this.choice.addEventListener('change', () => page.store.select(this.choice.value));
  }

  update(): void {
    const { frame, selected } = this.page.store;
    if (!frame) return;
    const names = frame.robots.map((robot) => robot.name);
    const key = names.join(' ');
    if (key !== this.offered) {
      this.offered = key;
      this.label.hidden = names.length < 2;
      this.choice.replaceChildren(...names.map((name) => make('option', { value: name }, displayName(name))));
    }
    if (this.choice.value !== selected) this.choice.value = selected;
  }
}
