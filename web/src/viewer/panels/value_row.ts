// A value with its name, its unit and a button that puts it into a plot. It can be dragged to the plots, too.

import { formatParts, formatReading } from '../../shared/units';
import { icon, make, setAttribute, setText } from '../../shared/dom';
import { seriesKeys, type Value } from '../core/readings';
import type { ViewerPage } from '../page';

export const SERIES_TYPE = 'application/x-foxden-series';

/** Digits that mean something; vectors part by part. */
export function formatValue(value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'number') return formatReading(value);
  const shown = formatParts(value.slice(0, 6)).join('  ');
  return value.length > 6 ? `${shown} … (${value.length})` : shown;
}

export class ValueRow {
  readonly element: HTMLElement;
  private readonly value = make('output', { 'aria-live': 'off' });
  private readonly plot: HTMLButtonElement;
  private keys: readonly string[] = [];

  constructor(
    private readonly page: ViewerPage,
    private readonly key: string,
    label: string,
    unit: string,
    name: Node | string = label,
    private readonly format: (value: number) => string = formatReading,
  ) {
    this.plot = plotButton(page, label, () => this.keys);
    this.element = make('div', { class: 'value-row' }, make('span', { class: 'value-name' }, name), this.value, make('span', { class: 'unit' }, unit), this.plot);
    dragKeys(this.element, () => this.keys);
  }

  update(value: Value): void {
    if (value !== null) this.keys = seriesKeys(this.key, value);
    setText(this.value, typeof value === 'number' ? this.format(value) : formatValue(value));
    this.plot.hidden = this.keys.length === 0;
    showPlotted(this.page, this.plot, this.keys);
  }
}

/** Says whether series are plotted. */
export function showPlotted(page: ViewerPage, plot: HTMLButtonElement, keys: readonly string[]): void {
  setAttribute(plot, 'aria-pressed', String(keys.length > 0 && keys.every((key) => page.series.isPlotted(key))));
}

/** Lets series be dragged to the plots by an element; by the innermost one, if it is in another. */
export function dragKeys(element: HTMLElement, keys: () => readonly string[]): void {
  element.draggable = true;
  element.addEventListener('dragstart', (event) => {
    event.stopPropagation();
    event.dataTransfer?.setData(SERIES_TYPE, JSON.stringify(keys()));
  });
}

/** A button that puts series into the plot panel or takes them out. */
export function plotButton(page: ViewerPage, label: string, keys: () => readonly string[]): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'mini', title: `Plot ${label}`, 'aria-label': `Plot ${label}`, 'aria-pressed': 'false' }, icon('plot'));
  button.addEventListener('click', () => {
    const all = keys();
    const add = all.some((key) => !page.series.isPlotted(key));
    for (const key of all) if (page.series.isPlotted(key) !== add) page.series.toggle(key);
    if (add) page.open('plots');
    button.setAttribute('aria-pressed', String(add));
  });
  return button;
}
