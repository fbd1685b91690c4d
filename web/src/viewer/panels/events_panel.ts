// Events of the world: charging, plugs, batteries, controllers, reports. A click goes to the time and the node.

import { fixed } from '../../shared/units';
import { make } from '../../shared/dom';
import type { ViewerPage, ViewerPanel } from '../page';

const MOST = 500;

export class EventsPanel implements ViewerPanel {
  readonly name = 'events';
  readonly title = 'Events';
  readonly icon = 'events';
  readonly element = make('div', { class: 'events-panel' });
  private readonly list = make('ol', { class: 'events' });
  private readonly empty = make('p', { class: 'muted pad' }, 'Nothing happened yet. Charging, plugs, batteries, controllers and reports appear here.');
  private isShown = false;
  private isStale = true;

  constructor(private readonly page: ViewerPage) {
    this.element.append(this.empty, this.list);
    page.store.on('events', () => {
      this.isStale = true;
    });
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    this.update();
  }

  update(): void {
    if (!this.isShown || !this.isStale) return;
    this.isStale = false;
    const { events } = this.page.store;
    this.empty.hidden = events.length > 0;
    this.list.replaceChildren(
      ...events
        .slice(-MOST)
        .reverse()
        .map((event) => {
          const row = make('button', { type: 'button', class: 'event', 'data-kind': event.kind }, make('span', { class: 'console-time' }, `${fixed(event.time, 2)} s`), make('span', { class: 'chip' }, event.kind), make('span', {}, event.text));
          row.addEventListener('click', () => {
            if (event.node !== null) this.page.store.select(event.node);
            void this.page.send({ do: 'look', time: event.time });
          });
          return make('li', {}, row);
        }),
    );
  }
}
