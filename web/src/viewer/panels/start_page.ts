// The start page: worlds to open, with pictures.

import { make } from '../../shared/dom';
import type { WorldEntry } from '../core/world_list';
import type { ViewerPage } from '../page';

export class StartPage {
  private readonly dialog = make('dialog', { class: 'start', 'aria-labelledby': 'start-title' });
  private readonly list = make('div', { class: 'start-grid' });
  private readonly search = make('input', { type: 'search', placeholder: 'Search worlds', 'aria-label': 'Search worlds' });

  private readonly trouble = make('p', { class: 'trouble', role: 'alert', hidden: '' });

  constructor(private readonly page: ViewerPage) {
    this.dialog.append(make('h2', { id: 'start-title' }, 'Open a world'), this.trouble, this.search, this.list, make('p', { class: 'start-end' }, 'Or drop a recording (.mcap or .html) here. ', make('button', { type: 'button', class: 'small-button', 'data-open-recording': '' }, 'Choose a recording …')));
    this.search.addEventListener('input', () => this.show());
    // There is nothing behind it that could be used.
    this.dialog.addEventListener('cancel', (event) => event.preventDefault());
    document.body.append(this.dialog);
    page.store.on('worlds', (trouble) => {
      this.trouble.textContent = trouble ?? '';
      this.trouble.hidden = trouble === null;
      this.show();
      // Not modal: help and theme are in the bar above it.
      if (!this.dialog.open) this.dialog.show();
      document.body.dataset['starting'] = '';
    });
    page.store.on('scene', () => {
      this.dialog.close();
      delete document.body.dataset['starting'];
    });
  }

  private show(): void {
    const words = this.search.value.toLowerCase();
    const wanted = this.page.store.worlds.filter(({ title, file }) => `${title} ${file}`.toLowerCase().includes(words));
    this.list.replaceChildren(
      ...(['recent', 'bundled'] as const).flatMap((kind) => {
        const some = wanted.filter((world) => world.kind === kind);
        return some.length === 0 ? [] : [make('h3', {}, kind === 'recent' ? 'Recent' : 'With Foxden'), make('div', { class: 'start-row' }, ...some.map((world) => this.card(world)))];
      }),
      ...(wanted.length > 0 ? [] : [make('p', { class: 'muted' }, words === '' ? 'There is no world to open.' : 'No world has this in its title or path.')]),
    );
  }

  private card(world: WorldEntry): HTMLElement {
    const name = world.file.split(/[/\\]/).at(-1) ?? world.file;
    const card = make('button', { type: 'button', class: 'world' });
    if (world.picture && /^\/viewer\/[\w./%-]+$/.test(world.picture)) card.append(make('img', { src: world.picture, alt: '', loading: 'lazy' }));
    else card.append(make('span', { class: 'no-picture', 'aria-hidden': 'true' }, (world.title || name).slice(0, 1)));
    card.append(make('b', {}, world.title || name), make('span', { class: 'muted' }, name));
    card.title = world.file;
    card.addEventListener('click', () => {
      card.dataset['loading'] = 'true';
      void this.page.send({ do: 'open', file: world.file }).then((done) => {
        if (!done) delete card.dataset['loading'];
      });
    });
    return card;
  }
}
