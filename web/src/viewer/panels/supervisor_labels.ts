// Texts that supervisors put over the picture (wb_supervisor_set_label).

import { make, need, setText } from '../../shared/dom';
import type { Label } from '../core/scene_types';
import type { ViewerPage } from '../page';

const MOST = 1000;
const part = (value: number | undefined): number => Math.min(Math.max(value ?? 0, -1), 2);

export class SupervisorLabels {
  private readonly host = need('texts', HTMLDivElement);

  constructor(page: ViewerPage) {
    page.store.on('scene', ({ labels }) => this.show(labels));
    page.store.on('changes', ({ labels }) => {
      if (labels) this.show(labels);
    });
  }

  private show(labels: readonly Label[]): void {
    const shown = labels.slice(0, MOST);
    while (this.host.childElementCount > shown.length) this.host.lastElementChild?.remove();
    while (this.host.childElementCount < shown.length) this.host.append(make('p', {}));
    shown.forEach(({ position, size, color, opacity, text, font }, at) => {
      const element = this.host.children[at] as HTMLElement;
      setText(element, text);
      const { style } = element;
      style.left = `${part(position[0]) * 100}%`;
      style.top = `${part(position[1]) * 100}%`;
      style.setProperty('--size', String(Math.min(Math.max(size, 0.01), 1)));
      style.color = `rgb(${color.map((value) => Math.round(Math.min(Math.max(value, 0), 1) * 255)).join(' ')} / ${Math.min(Math.max(opacity, 0), 1)})`;
      style.fontFamily = `"${font.replace(/[^\w -]/g, '')}", sans-serif`;
    });
  }
}
