// Energy over time: how fast a total grew in each part of a window. No DOM.

import type { Series } from './series';

/** The value of a series at a time: that of the last sample before it, or of the first. */
function valueAt({ times, values }: Series, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return values[Math.max(low - 1, 0)] ?? 0;
}

/**
 * Watts in each of `parts` equal parts of the `seconds` before `end`, from a total in joules.
 * A part before the first sample has none.
 */
export function powers(total: Series, end: number, seconds: number, parts: number): readonly number[] {
  const width = seconds / parts;
  return Array.from({ length: parts }, (_, at) => {
    const from = end - seconds + at * width;
    return Math.max((valueAt(total, from + width) - valueAt(total, from)) / width, 0);
  });
}

/** The values of a series at the ends of the same parts; null before the first one. */
export function levels(series: Series, end: number, seconds: number, parts: number): readonly (number | null)[] {
  const width = seconds / parts;
  const first = series.times[0] ?? Infinity;
  return Array.from({ length: parts }, (_, at) => {
    const time = end - seconds + (at + 1) * width;
    return time < first ? null : valueAt(series, time);
  });
}
