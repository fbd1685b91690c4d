// A small plot without axes: the last seconds of a value.

import type { Series } from '../core/series';

const SECONDS = 10;
/** Changes that the number beside it does not show are not shown either. */
const NOTHING = 1e-7;
const COLORS = ['--series-1', '--series-2', '--series-3'] as const;

export function drawSpark(canvas: HTMLCanvasElement, series: readonly Series[]): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const end = Math.max(...series.map((one) => one.times.at(-1) ?? 0));
  let [low, high] = [Infinity, -Infinity];
  const windows = series.slice(0, 3).map(({ times, values }) => {
    let first = times.length;
    while (first > 0 && (times[first - 1] ?? 0) >= end - SECONDS) first -= 1;
    for (let at = first; at < values.length; at += 1) {
      low = Math.min(low, values[at] ?? 0);
      high = Math.max(high, values[at] ?? 0);
    }
    return first;
  });
  if (!(high >= low)) return;
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, Math.abs(middle) * 1e-3, NOTHING) * 1.2;
  const style = getComputedStyle(canvas);
  series.slice(0, 3).forEach(({ times, values }, index) => {
    context.beginPath();
    context.lineWidth = 2.5;
    context.lineJoin = 'round';
    context.strokeStyle = style.getPropertyValue(COLORS[index] ?? COLORS[0]);
    for (let at = windows[index] ?? 0; at < times.length; at += 1) {
      const x = width * (1 - (end - (times[at] ?? 0)) / SECONDS);
      const y = height / 2 - (((values[at] ?? 0) - middle) / half) * (height / 2 - 3);
      context.lineTo(x, y);
    }
    context.stroke();
  });
}
