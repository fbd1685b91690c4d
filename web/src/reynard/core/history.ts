// What the plots show: one robot's figures over the last part of simulation
// time, thinned, bounded, and cleared when time runs backwards.

import type { Frame, Robot } from './protocol';
import { share } from '../../shared/units';

/** Seconds of simulation time that plots show. */
export const WINDOW = 30;
/** Samples closer together than this are left out, in seconds. */
const SPACING = 0.05;
const MOST = 2 * (WINDOW / SPACING);

export interface Sample {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly joints: readonly [number, number, number];
  /** Shares of the whole, null when there is none. */
  readonly battery: number | null;
  readonly charger: number | null;
  readonly light: readonly (number | null)[];
}

export type History = readonly Sample[];

export function sample(frame: Frame, robot: Robot): Sample {
  return {
    time: frame.time,
    x: robot.position[0],
    y: robot.position[1],
    joints: [robot.arm[0], robot.arm[1], robot.arm[2]],
    battery: robot.battery && share(robot.battery.energy, robot.battery.capacity),
    charger: frame.charger && share(frame.charger.energy, frame.charger.capacity),
    light: robot.light.map((sensor) => sensor.value),
  };
}

/** Adds a sample, in place: a history is as long as a class, a copy each frame is not. */
export function remember(history: Sample[], next: Sample): void {
  const last = history.at(-1);
  if (last && next.time < last.time) history.length = 0;
  else if (last && next.time - last.time < SPACING) {
    // The newest value counts: a paused robot that is teleported is shown immediately.
    const before = history.at(-2);
    if (before && next.time - before.time < SPACING) {
      history[history.length - 1] = next;
      return;
    }
  }
  history.push(next);
  const oldest = next.time - WINDOW;
  let gone = 0;
  while (gone < history.length - 2 && (history[gone + 1]?.time ?? Infinity) < oldest) gone += 1;
  gone = Math.max(gone, history.length - MOST);
  if (gone > 0) history.splice(0, gone);
}
