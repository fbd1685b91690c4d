// The Why panel: overlays on the picture, each with a legend, and tables that answer.

import { make, need, patch } from '../../shared/dom';
import { chargerOverlay } from '../overlays/energy_overlay';
import { lightOverlay } from '../overlays/light_overlay';
import { contactOverlay, islandOverlay, jointOverlay, massOverlay, outlineOverlay } from '../overlays/mechanics_overlays';
import type { Overlay, OverlayContext } from '../overlays/overlay';
import { Labels } from '../overlays/labels';
import { Pen } from '../overlays/pen';
import { frameOverlay, makeTrails, rayOverlay, slotOverlay } from '../overlays/sight_overlays';
import type { ViewerPage, ViewerPanel } from '../page';
import { SERIES_TYPE } from './value_row';

interface Entry {
  readonly overlay: Overlay;
  readonly box: HTMLInputElement;
  readonly table: HTMLElement;
  releases: (() => void)[];
  topics: string;
}

export class WhyPanel implements ViewerPanel {
  readonly name = 'why';
  readonly title = 'Why';
  readonly icon = 'why';
  readonly element = make('div', { class: 'why-panel' });
  private readonly legend = need('legend', HTMLDivElement);
  private readonly pen = new Pen();
  private readonly labels = new Labels(need('labels', HTMLDivElement));
  private readonly past = make('p', { class: 'note', hidden: '' }, 'The picture shows the past. These answers are about now; press Live (L) to see them in the picture.');
  private marked: number[] = [];
  private readonly entries: readonly Entry[];
  private isShown = false;

  constructor(private readonly page: ViewerPage) {
    const overlays = [
      lightOverlay, chargerOverlay, slotOverlay, contactOverlay, jointOverlay, outlineOverlay, massOverlay, islandOverlay, rayOverlay, frameOverlay, makeTrails(),
    ];
    this.element.append(this.past);
    this.element.addEventListener('click', (event) => this.press(event));
    this.element.addEventListener('dragstart', (event) => {
      const key = event.target instanceof HTMLElement ? event.target.dataset['plot'] : undefined;
      if (key !== undefined) event.dataTransfer?.setData(SERIES_TYPE, JSON.stringify([key]));
    });
    this.entries = overlays.map((overlay) => {
      const box = make('input', { type: 'checkbox', id: `why-${overlay.name}` });
      const table = make('div', { class: 'why-table', hidden: '' });
      const label = make('label', { class: 'switch', for: box.id }, box, overlay.title);
      this.element.append(make('section', { class: 'why' }, label, make('p', { class: 'muted' }, overlay.answers), table));
      const entry: Entry = { overlay, box, table, releases: [], topics: '' };
      box.addEventListener('change', () => this.switch(entry));
      return entry;
    });
    page.picture.add({ object: this.pen.object, update: () => this.draw() });
    page.store.on('values', ({ topic }) => {
      if (this.entries.some(({ box, topics }) => box.checked && topics.split('\n').includes(topic))) page.picture.invalidate(false);
    });
    page.store.on('selection', () => this.subscribe());
    page.store.on('scene', () => this.subscribe());
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    this.update();
  }

  update(): void {
    this.past.hidden = !this.isPast;
    if (!this.isShown) return;
    const context = this.context();
    for (const { overlay, box, table, topics } of this.entries) {
      const made = box.checked ? this.answer(overlay, topics === '' ? [] : topics.split('\n'), context) : null;
      table.hidden = made === null;
      if (!made) continue;
      if (table.firstChild) patch(table.firstChild, made);
      else table.append(made);
    }
  }

  /** The table of an overlay, or why there is none. */
  private answer(overlay: Overlay, topics: readonly string[], context: OverlayContext): HTMLElement | null {
    const refusal = topics.map((topic) => context.values(topic)?.['error']).find((error) => typeof error === 'string');
    if (typeof refusal === 'string') return make('p', { class: 'muted' }, refusal);
    if (topics.every((topic) => context.values(topic) !== undefined)) return overlay.table?.(context) ?? null;
    return make('p', { class: 'muted' }, this.page.source().kind === 'recording' ? 'Recordings do not contain this.' : 'Waiting for values …');
  }

  /** A press in a table: a node to select, or a value to plot. */
  private press(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const { node, plot } = button?.dataset ?? {};
    if (node !== undefined) this.page.store.select(Number(node));
    if (plot !== undefined && this.page.series.toggle(plot)) this.page.open('plots');
  }

  private switch(entry: Entry): void {
    if (!entry.box.checked) entry.overlay.clear?.();
    this.subscribe();
    this.showLegend();
    this.update();
    this.page.picture.invalidate(false);
  }

  private subscribe(): void {
    for (const entry of this.entries) {
      const wanted = entry.box.checked ? entry.overlay.topics(this.page) : [];
      const key = wanted.join('\n');
      if (key === entry.topics) continue;
      entry.topics = key;
      for (const release of entry.releases) release();
      entry.releases = wanted.map((topic) => this.page.topics.want(topic));
    }
  }

  /** Whether the picture is older than the values: a server computes them of now only. */
  private get isPast(): boolean {
    return this.page.store.isPast && this.page.source().kind === 'live';
  }

  private context(): OverlayContext {
    const { page, pen, labels, marked } = this;
    return { page, pen, labels, mark: (node) => marked.push(node), size: Math.min(Math.max(page.picture.view.distance * 0.06, 0.01), 2), values: (topic) => page.store.values.get(topic) };
  }

  private draw(): void {
    const { isPast } = this;
    const active = this.entries.filter(({ box, topics }) => box.checked && !(isPast && topics !== ''));
    this.pen.begin();
    this.labels.begin();
    this.marked = [];
    if (active.length > 0) {
      const context = this.context();
      for (const { overlay } of active) overlay.draw(context);
    }
    this.pen.finish();
    this.labels.finish(this.page.picture);
    this.page.picture.mark(this.marked);
  }

  private showLegend(): void {
    const active = this.entries.filter(({ box }) => box.checked);
    this.legend.hidden = active.length === 0;
    // Blocks side by side would hide the world.
    const isMany = active.length > 2;
    this.legend.dataset['many'] = String(isMany);
    // What is scrolled must be within reach of keys.
    this.legend.tabIndex = isMany ? 0 : -1;
    this.legend.replaceChildren(
      ...active.map(({ overlay }) =>
        make(
          'div', { class: 'legend-block' },
          make('b', {}, overlay.title),
          ...overlay.legend.map(({ color, text }) => {
            const mark = make('i', {});
            mark.style.background = color;
            return make('span', {}, mark, text);
          }),
        ),
      ),
    );
  }
}
