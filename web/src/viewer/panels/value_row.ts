// A value with its name, its unit and a button that puts it into a plot. It can be dragged to the plots, too.

import { formatParts, formatReading } from '../../shared/units';
import { icon, make, setText } from '../../shared/dom';
import type { ViewerPage } from '../page';

export const SERIES_TYPE = 'application/x-foxden-series';

/** Digits that mean something; vectors part by part. */
export function formatValue(value: number | readonly number[] | null): string {
  if (value === null) return '–';
  if (typeof value === 'number') return formatReading(value);
  const shown = formatParts(value.slice(0, 6)).join('  ');
  return value.length > 6 ? `${shown} … (${value.length})` : shown;
}

const PARTS = ['x', 'y', 'z', 'w'] as const;

/** Puts a value, or each part of one, into the store of series. */
export function record(page: ViewerPage, key: string, label: string, unit: string, time: number, value: number | readonly number[] | null): readonly string[] {
  if (value === null) return [];
  if (typeof value === 'number') {
    page.series.add(key, label, unit, time, value);
    return [key];
  }
  return value.slice(0, 4).map((part, at) => {
    const name = `${key}.${PARTS[at] ?? at}`;
    page.series.add(name, `${label} ${PARTS[at] ?? at}`, unit, time, part);
    return name;
  });
}

export class ValueRow {
  readonly element: HTMLElement;
  private readonly value = make('output', { 'aria-live': 'off' });
  private readonly plot: HTMLButtonElement;
  private keys: readonly string[] = [];

  constructor(
    private readonly page: ViewerPage,
    private readonly key: string,
    private readonly label: string,
    private readonly unit: string,
    name: Node | string = label,
  ) {
    this.plot = plotButton(page, label, () => this.keys);
    this.element = make('div', { class: 'value-row', draggable: 'true' }, make('span', { class: 'value-name' }, name), this.value, make('span', { class: 'unit' }, unit), this.plot);
    this.element.addEventListener('dragstart', (event) => event.dataTransfer?.setData(SERIES_TYPE, JSON.stringify(this.keys)));
  }

  /** Shows a value and records it; without a time it is shown only. */
  update(time: number | null, value: number | readonly number[] | null): void {
    if (time !== null) this.keys = record(this.page, this.key, this.label, this.unit, time, value);
    setText(this.value, formatValue(value));
    this.plot.hidden = this.keys.length === 0;
    this.plot.setAttribute('aria-pressed', String(this.keys.length > 0 && this.keys.every((key) => this.page.series.isPlotted(key))));
  }
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
