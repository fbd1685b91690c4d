// Live plots of the chosen robot: position, joints, energy, light.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type History, type Sample, WINDOW } from '../core/history';
import type { Hello, Robot } from '../core/protocol';
import { angleIn, angleUnit, fixed, formatReading, lengthIn, lengthUnit, type Units } from '../../shared/units';
import { make, need, setText } from '../../shared/dom';
import type { Page, Panel } from '../page';

/** Plots follow ten times a second: more is not seen. */
const INTERVAL = 100;
const HEIGHT = 170;
const COLORS = ['--series-1', '--series-2', '--series-3'] as const;

interface Curve {
  readonly label: string;
  readonly of: (sample: Sample, units: Units) => number | null;
}

interface Kind {
  readonly title: (units: Units) => string;
  readonly curves: readonly Curve[];
  readonly shown: (value: number, units: Units) => string;
  readonly range?: (low: number, high: number) => [number, number];
}

/** Room above and below, and no zoom into rounding noise. */
const padded = (least: number) => (low: number, high: number): [number, number] => {
  const middle = (low + high) / 2;
  const half = Math.max((high - low) * 0.58, least / 2);
  return [middle - half, middle + half];
};

function kinds(hello: Hello, robot: Robot): readonly Kind[] {
  const position: Kind = {
    title: (units) => `Position, ${lengthUnit(units)}`,
    curves: [
      { label: 'x', of: (sample, units) => lengthIn(sample.x, units) },
      { label: 'y', of: (sample, units) => lengthIn(sample.y, units) },
    ],
    shown: (value, units) => fixed(value, units === 'si' ? 3 : 0),
  };
  const joints: Kind = {
    title: (units) => `Joints, ${units === 'si' ? angleUnit(units) : 'degrees'}`,
    curves: ([0, 1, 2] as const).map((joint) => ({
      label: `q${joint + 1}`,
      of: (sample, units) => angleIn(sample.joints[joint], units),
    })),
    shown: (value, units) => fixed(value, units === 'si' ? 2 : 0),
  };
  if (!hello.den) return [position, joints];
  const percent = (value: number | null): number | null => value && value * 100;
  const energy: Kind = {
    title: () => 'Energy, percent',
    curves: [
      { label: 'battery', of: (sample) => percent(sample.battery) },
      { label: 'charger', of: (sample) => percent(sample.charger) },
    ],
    shown: (value) => fixed(value, 1),
    range: () => [0, 100],
  };
  const light: Kind = {
    title: () => 'Light, sensor value',
    curves: robot.light.slice(0, 3).map((sensor, index) => ({
      label: sensor.name,
      of: (sample) => sample.light[index] ?? null,
    })),
    shown: formatReading,
    range: (_low, high) => [0, Math.max(high * 1.15, 1e-4)],
  };
  return [position, joints, energy, light];
}

/** One picture with its heading and its legend. */
class Plot {
  readonly element: HTMLElement;
  private readonly chart: uPlot;
  private readonly values: readonly HTMLElement[];

  constructor(
    private readonly kind: Kind,
    private readonly units: Units,
  ) {
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    this.values = kind.curves.map(() => make('b', {}));
    const legend = kind.curves.map((curve, index) => {
      const mark = make('i', {});
      mark.style.background = color(COLORS[index] ?? COLORS[0]);
      return make('span', {}, mark, `${curve.label} `, this.values[index] ?? '');
    });
    const title = kind.title(units);
    const host = make('div', { class: 'chart', role: 'img', 'aria-label': `Plot of ${title} over ${WINDOW} seconds` });
    this.element = make('figure', { class: 'plot' }, make('figcaption', {}, make('span', {}, title), make('span', { class: 'legend' }, ...legend)), host);
    const axis = {
      stroke: color('--muted'),
      font: '600 11px "Nunito Variable", system-ui, sans-serif',
      grid: { stroke: color('--line'), width: 1 },
      ticks: { show: false },
    };
    const least = lengthIn(0.02, units);
    const range = kind.range ?? padded(least);
    this.chart = new uPlot(
      {
        width: 320,
        height: HEIGHT,
        padding: [8, 20, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        scales: {
          x: { time: false },
          y: { range: (_chart, low, high) => (low === null || high === null ? [0, 1] : range(low, high)) },
        },
        axes: [
          { ...axis, size: 28, gap: 5, values: (_chart, ticks) => ticks.map((tick) => `${fixed(tick, 0)} s`) },
          { ...axis, size: 46, gap: 4, values: (_chart, ticks) => ticks.map((tick) => tidy(tick)) },
        ],
        series: [
          {},
          ...kind.curves.map((curve, index) => ({
            label: curve.label,
            stroke: color(COLORS[index] ?? COLORS[0]),
            width: 2,
            points: { show: false },
          })),
        ],
      },
      [[], ...kind.curves.map(() => [])],
      host,
    );
    new ResizeObserver(() => {
      const width = Math.floor(host.clientWidth);
      if (width > 0 && width !== this.chart.width) this.chart.setSize({ width, height: HEIGHT });
    }).observe(host);
  }

  update(history: History): void {
    const last = history.at(-1);
    if (!last) return;
    const times = history.map((sample) => sample.time);
    const curves = this.kind.curves.map((curve) => history.map((sample) => curve.of(sample, this.units)));
    this.chart.setData([times, ...curves], false);
    this.chart.setScale('x', { min: Math.max(last.time - WINDOW, 0), max: Math.max(last.time, WINDOW) });
    this.kind.curves.forEach((curve, index) => {
      const value = curve.of(last, this.units);
      const shown = this.values[index];
      if (shown) setText(shown, value === null ? '–' : this.kind.shown(value, this.units));
    });
  }

  close(): void {
    this.chart.destroy();
    this.element.remove();
  }
}

/** No more digits than it takes. */
const tidy = (tick: number): string => {
  let digits = 0;
  while (digits < 6 && Math.abs(Number(tick.toFixed(digits)) - tick) > 1e-9) digits += 1;
  return fixed(tick, digits);
};

export class PlotsPanel implements Panel {
  private readonly host = need('plots', HTMLDivElement);
  private plots: readonly Plot[] = [];
  private builtFor = '';
  private last = -Infinity;
  private visible = true;

  constructor(private readonly page: Page) {
    new IntersectionObserver((entries) => {
      this.visible = entries.some((entry) => entry.isIntersecting);
    }).observe(need('plots-card', HTMLElement));
  }

  update(): void {
    const { hello, robot } = this.page.store;
    const now = performance.now();
    if (!hello || !robot || now - this.last < INTERVAL || (this.builtFor !== '' && !this.visible)) return;
    this.last = now;
    const { units, dark } = this.page.settings;
    const key = [hello.den, robot.light.map((sensor) => sensor.name), units, dark].join(' ');
    if (key !== this.builtFor) {
      this.builtFor = key;
      for (const plot of this.plots) plot.close();
      this.plots = kinds(hello, robot).map((kind) => new Plot(kind, units));
      this.host.append(...this.plots.map((plot) => plot.element));
    }
    const history = this.page.store.history(robot.name);
    for (const plot of this.plots) plot.update(history);
  }
}
