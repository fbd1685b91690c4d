// Plots of any values: several curves, units, pause, export as CSV and PNG. Linked to the time line: a zoom is
// shown there, a click goes to its time, and a line is at the time that the picture shows.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatTicks, formatTime } from '../../shared/units';
import { make } from '../../shared/dom';
import { type Series, toCsv } from '../core/series';
import type { ViewerPage, ViewerPanel } from '../page';
import { download } from './download';
import { SERIES_TYPE } from './value_row';

const WINDOW = 30;
/** Values closer together than this are equal: readings below it are shown as zero, too. */
const NOTHING = 1e-7;
const COLORS = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6'] as const;

/** The range of an axis: some air around the values, and a constant in the middle. */
function valueRange(_chart: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  // A difference that is rounding of the simulation is none.
  const size = Math.max(Math.abs(low), Math.abs(high));
  const isConstant = high - low <= Math.max(size * 1e-9, NOTHING);
  const air = isConstant ? Math.max(size * 0.1, 0.5) : (high - low) * 0.1;
  return [low - air, high + air];
}

export class PlotsPanel implements ViewerPanel {
  readonly name = 'plots';
  readonly title = 'Plots';
  readonly icon = 'plot';
  readonly element = make('div', { class: 'plots-panel' });
  private readonly host = make('div', { class: 'chart-host', role: 'img', 'aria-label': 'Plot of the chosen values over time' });
  private readonly legend = make('div', { class: 'plot-legend' });
  private readonly empty = make('p', { class: 'muted pad' }, 'Press the curve button beside a value, or drag a value here, to plot it.');
  private readonly pause = make('button', { type: 'button', class: 'small-button', 'aria-pressed': 'false', title: 'The plot stands still, the world goes on' }, 'Hold');
  private readonly whole = make('button', { type: 'button', class: 'small-button', title: 'Follow the newest values again' }, 'Reset zoom');
  private chart: uPlot | null = null;
  private builtFor = '';
  private isShown = false;
  private pressedAt = 0;

  constructor(private readonly page: ViewerPage) {
    const csv = make('button', { type: 'button', class: 'small-button' }, 'CSV');
    const png = make('button', { type: 'button', class: 'small-button' }, 'PNG');
    csv.addEventListener('click', () => download(new Blob([toCsv(this.series())], { type: 'text/csv' }), 'foxden-values.csv'));
    png.addEventListener('click', () => this.exportPicture());
    this.pause.addEventListener('click', () => this.pause.setAttribute('aria-pressed', String(!this.isHeld)));
    this.whole.addEventListener('click', () => this.setZoom(null));
    this.element.append(make('div', { class: 'panel-tools' }, this.legend, make('span', { class: 'space' }), this.pause, this.whole, csv, png), this.empty, this.host);
    page.series.listen(() => this.update());
    this.element.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes(SERIES_TYPE)) event.preventDefault();
    });
    this.element.addEventListener('drop', (event) => {
      const keys: unknown = JSON.parse(event.dataTransfer?.getData(SERIES_TYPE) || '[]');
      if (!Array.isArray(keys)) return;
      event.preventDefault();
      for (const key of keys) if (typeof key === 'string' && !page.series.isPlotted(key)) page.series.toggle(key);
    });
    new ResizeObserver(() => this.fit()).observe(this.host);
    page.settings.listen(() => {
      this.builtFor = '';
    });
  }

  private get isHeld(): boolean {
    return this.pause.getAttribute('aria-pressed') === 'true';
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    this.update();
  }

  private series(): readonly Series[] {
    return this.page.series.plotted.flatMap((key) => this.page.series.get(key) ?? []);
  }

  update(): void {
    if (!this.isShown) return;
    const series = this.series();
    this.empty.hidden = series.length > 0;
    this.host.hidden = series.length === 0;
    const { zoom } = this.page.series;
    this.whole.hidden = zoom === null;
    const key = `${series.map((one) => one.key).join('\n')} ${this.page.settings.dark}`;
    if (key !== this.builtFor) this.build(series, key);
    if (!this.chart || series.length === 0) return;
    if (this.isHeld) {
      this.chart.redraw(false);
      return;
    }
    const [times, columns] = joined(series);
    this.chart.setData([times, ...columns], false);
    const last = times.at(-1) ?? 0;
    const [min, max] = zoom ?? [Math.max(last - WINDOW, times[0] ?? 0), Math.max(last, (times[0] ?? 0) + 1)];
    this.chart.setScale('x', { min, max });
  }

  private setZoom(zoom: readonly [number, number] | null): void {
    this.page.series.setZoom(zoom);
    // The picture goes to the end of what is looked at.
    if (zoom) void this.page.send({ do: 'look', time: zoom[1] });
  }

  private build(series: readonly Series[], key: string): void {
    this.builtFor = key;
    this.chart?.destroy();
    this.chart = null;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const stroke = (at: number): string => color(COLORS[at % COLORS.length] ?? COLORS[0]);
    this.legend.replaceChildren(
      ...series.map((one, at) => {
        const mark = make('i', {});
        mark.style.background = stroke(at);
        const remove = make('button', { type: 'button', class: 'legend-item', title: `Remove ${one.label}` }, mark, one.unit ? `${one.label}, ${one.unit}` : one.label, ' ×');
        remove.addEventListener('click', () => this.page.series.toggle(one.key));
        return remove;
      }),
    );
    if (series.length === 0) return;
    const units = [...new Set(series.map((one) => one.unit))];
    const axis = { stroke: color('--muted'), font: '600 11px "Nunito Variable", system-ui, sans-serif', grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
    this.chart = new uPlot(
      {
        width: Math.max(this.host.clientWidth, 100),
        height: Math.max(this.host.clientHeight, 80),
        padding: [8, 16, 0, 0],
        legend: { show: false },
        cursor: { drag: { x: true, y: false, setScale: false } },
        scales: { x: { time: false }, ...Object.fromEntries(units.map((unit) => [scaleOf(unit), { range: valueRange }])) },
        hooks: {
          draw: [(chart) => this.drawNow(chart, color('--accent'))],
          ready: [(chart) => this.listenToClicks(chart)],
          setSelect: [
            (chart) => {
              if (chart.select.width < 4) return;
              this.setZoom([chart.posToVal(chart.select.left, 'x'), chart.posToVal(chart.select.left + chart.select.width, 'x')]);
              chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            },
          ],
        },
        axes: [
          { ...axis, size: 28, gap: 5, space: 64, values: (_chart, ticks) => ticks.map((tick) => formatTime(tick)) },
          // One scale for each unit: the first on the left, the second on the right.
          ...units.slice(0, 2).map((unit, at) => ({
            ...axis, scale: scaleOf(unit), side: at === 0 ? (3 as const) : (1 as const), size: 58, gap: 4, grid: { ...axis.grid, show: at === 0 },
            values: (_chart: uPlot, ticks: number[]) => [...formatTicks(ticks)],
          })),
        ],
        series: [{}, ...series.map((one, at) => ({ label: one.label, scale: scaleOf(one.unit), stroke: stroke(at), width: 2, points: { show: (chart: uPlot) => (chart.data[0]?.length ?? 0) < 3 }, spanGaps: true }))],
      },
      [[], ...series.map(() => [])],
      this.host,
    );
  }

  /** A line at the time that the picture shows, unless that is the newest. */
  private drawNow(chart: uPlot, color: string): void {
    const { store } = this.page;
    const { min, max } = chart.scales['x'] ?? {};
    if ((!store.isPast && this.page.source().kind === 'live') || min == null || max == null || store.time < min || store.time > max) return;
    const { ctx: context, bbox } = chart;
    const x = chart.valToPos(store.time, 'x', true);
    context.save();
    context.strokeStyle = color;
    context.lineWidth = 2 * devicePixelRatio;
    context.beginPath();
    context.moveTo(x, bbox.top);
    context.lineTo(x, bbox.top + bbox.height);
    context.stroke();
    context.restore();
  }

  /** A click shows the picture of that time. */
  private listenToClicks(chart: uPlot): void {
    chart.over.addEventListener('pointerdown', (event) => {
      this.pressedAt = event.clientX;
    });
    chart.over.addEventListener('click', (event) => {
      if (Math.abs(event.clientX - this.pressedAt) < 4) void this.page.send({ do: 'look', time: chart.posToVal(event.offsetX, 'x') });
    });
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width > 0 && height > 0) this.chart?.setSize({ width, height });
  }

  /** The plot with its background and its legend. */
  private exportPicture(): void {
    const source = this.host.querySelector('canvas');
    if (!source) return;
    const head = 28 * devicePixelRatio;
    const canvas = make('canvas', { width: String(source.width), height: String(source.height + head) });
    const context = canvas.getContext('2d');
    if (!context) return;
    const style = getComputedStyle(document.documentElement);
    context.fillStyle = style.getPropertyValue('--card');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(source, 0, head);
    context.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`;
    let x = 12 * devicePixelRatio;
    this.series().forEach((one, at) => {
      context.fillStyle = style.getPropertyValue(COLORS[at % COLORS.length] ?? COLORS[0]);
      const label = one.unit ? `${one.label}, ${one.unit}` : one.label;
      context.fillText(label, x, 19 * devicePixelRatio);
      x += context.measureText(label).width + 18 * devicePixelRatio;
    });
    canvas.toBlob((blob) => {
      if (blob) download(blob, 'foxden-plot.png');
    });
  }
}

const scaleOf = (unit: string): string => `y ${unit}`;

/** All times of all series, and each series over them. */
function joined(series: readonly Series[]): [number[], (number | null)[][]] {
  const first = series[0];
  if (series.length === 1 && first) return [first.times, [first.values]];
  const times = [...new Set(series.flatMap((one) => one.times))].sort((a, b) => a - b);
  const columns = series.map((one) => {
    const known = new Map(one.times.map((time, at) => [time, one.values[at] ?? null]));
    return times.map((time) => known.get(time) ?? null);
  });
  return [times, columns];
}
