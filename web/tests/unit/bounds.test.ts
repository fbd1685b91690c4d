// Nothing grows without limit while a page stays open.

import { describe, expect, it } from 'vitest';
import { remember, type Sample, sample, WINDOW } from '../../src/reynard/core/history';
import { LONGEST_LINE, MOST_LINES, Chat } from '../../src/reynard/core/chat';
import { Trail } from '../../src/reynard/core/trail';
import { retryDelay } from '../../src/shared/connection';
import { frame } from './messages';

describe('bounds', () => {
  it('keeps the plots to their window', () => {
    const history: Sample[] = [];
    for (let step = 0; step <= 6000; step += 1) {
      const now = frame({ time: step / 60 });
      const robot = now.robots[0];
      if (robot) remember(history, sample(now, robot));
    }
    expect(history.at(-1)?.time).toBeCloseTo(100, 9);
    expect(history[0]?.time).toBeGreaterThan(100 - WINDOW - 0.2);
    expect(history.length).toBeLessThanOrEqual((2 * WINDOW) / 0.05);
    expect(history.every((entry, index) => index === 0 || entry.time > (history[index - 1]?.time ?? -1))).toBe(true);
  });

  it('shows the newest value even when time stands still', () => {
    const history: Sample[] = [];
    for (const x of [0, 0.1, 0.2, 0.3]) {
      const now = frame({ time: 5 }, { position: [x, 0] });
      const robot = now.robots[0];
      if (robot) remember(history, sample(now, robot));
    }
    expect(history.at(-1)?.x).toBe(0.3);
    expect(history.length).toBe(2);
  });

  it('keeps a trail to its number of points', () => {
    const trail = new Trail(100);
    for (let step = 0; step < 1000; step += 1) trail.extend([step * 0.01, 0], step < 500 ? '#000000' : '#ffffff');
    const points = trail.strokes.flatMap((stroke) => stroke.points);
    expect(points).toHaveLength(100);
    expect(points.at(-1)?.[0]).toBeCloseTo(9.99, 9);
  });

  it('leaves no mark for points that do not move', () => {
    const trail = new Trail(100);
    trail.extend([0, 0], '#000000');
    expect(trail.extend([0.001, 0], '#000000')).toBe(false);
    trail.extend([0.9, 0.9], '#000000');
    expect(trail.strokes.map((stroke) => stroke.points)).toEqual([[[0.9, 0.9]]]);
  });

  it('keeps the talk to its number of lines', () => {
    const talk = new Chat('me');
    for (let line = 0; line < 1000; line += 1) talk.said('reynard', String(line));
    expect(talk.lines).toHaveLength(MOST_LINES);
    expect(talk.lines.at(-1)?.text).toBe('999');
  });

  it('clips a line that nobody could read', () => {
    const talk = new Chat('me');
    expect(talk.said('reynard', 'x'.repeat(1_000_000)).text).toHaveLength(LONGEST_LINE + 1);
    talk.load([{ from: 'page', text: 'y'.repeat(5000), visitor: null }], ['reynard']);
    expect(talk.lines[0]?.text).toHaveLength(LONGEST_LINE + 1);
  });

  it('knocks again soon, then every four seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map(retryDelay)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
  });
});
