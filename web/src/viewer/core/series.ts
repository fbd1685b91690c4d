// Values over time for plots: bounded, thinned, cleared when time runs backwards.

/** Samples that are kept of a value. */
const MOST = 6000;

export interface Series {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly times: number[];
  readonly values: number[];
}

export class SeriesStore {
  private readonly known = new Map<string, Series>();
  private readonly listeners = new Set<() => void>();
  /** Whether values of earlier times leave later ones: time of a recording goes back and forth. */
  keepsFuture = false;
  /** Series in the plot panel, in order. */
  plotted: string[] = [];
  /** The part of time that the plots are zoomed to. */
  zoom: readonly [number, number] | null = null;

  /** Adds a value at a time. */
  add(key: string, label: string, unit: string, time: number, value: number): void {
    if (!Number.isFinite(value)) return;
    let series = this.known.get(key);
    if (!series) {
      series = { key, label, unit, times: [], values: [] };
      this.known.set(key, series);
    }
    const last = series.times.at(-1);
    if (last !== undefined && time <= last) {
      if (time === last) {
        series.values[series.values.length - 1] = value;
        return;
      }
      // Time ran backwards: what is later is another future.
      while (!this.keepsFuture && (series.times.at(-1) ?? -Infinity) >= time) {
        series.times.pop();
        series.values.pop();
      }
    }
    insert(series, time, value);
    if (series.times.length > MOST) {
      // What is long ago keeps every second value.
      const isKept = (_: number, at: number): boolean => at > MOST / 2 || at % 2 === 0;
      for (const list of [series.times, series.values]) list.splice(0, list.length, ...list.filter(isKept));
    }
  }

  get(key: string): Series | null {
    return this.known.get(key) ?? null;
  }

  isPlotted(key: string): boolean {
    return this.plotted.includes(key);
  }

  /** Adds a series to the plots, or removes it. */
  toggle(key: string): boolean {
    this.plotted = this.isPlotted(key) ? this.plotted.filter((other) => other !== key) : [...this.plotted, key];
    this.tell();
    return this.isPlotted(key);
  }

  setZoom(zoom: readonly [number, number] | null): void {
    this.zoom = zoom;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  listen(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Forgets what nobody plots. */
  clear(): void {
    this.known.clear();
  }
}

/** Puts a value where its time belongs. */
function insert({ times, values }: Series, time: number, value: number): void {
  if (time > (times.at(-1) ?? -Infinity)) {
    times.push(time);
    values.push(value);
    return;
  }
  const after = times.findIndex((other) => other >= time);
  const isKnown = times[after] === time;
  times.splice(after, isKnown ? 1 : 0, time);
  values.splice(after, isKnown ? 1 : 0, value);
}

/** Rows of all series over all their times, as spreadsheets read them. */
export function toCsv(series: readonly Series[]): string {
  const times = [...new Set(series.flatMap((one) => one.times))].sort((a, b) => a - b);
  const columns = series.map((one) => new Map(one.times.map((time, at) => [time, one.values[at]])));
  const head = ['time [s]', ...series.map(({ label, unit }) => (unit ? `${label} [${unit}]` : label))];
  const rows = times.map((time) => [String(time), ...columns.map((column) => String(column.get(time) ?? ''))]);
  return [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
}

/** Quoted where needed; a text that a spreadsheet would take for a formula is not one. */
function csvCell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
