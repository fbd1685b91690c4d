import { describe, expect, it } from 'vitest';
import { type Change, Store } from '../../src/reynard/core/store';
import { frame, hello } from './messages';

function started(): { store: Store; changes: Change[] } {
  const store = new Store();
  const changes: Change[] = [];
  store.listen((change) => changes.push(change));
  store.receive({ type: 'hello', hello: hello() }, 0);
  return { store, changes };
}

describe('the store', () => {
  it('knows everything from the first message', () => {
    const { store, changes } = started();
    expect(store.shown(0)?.robots[0]?.position).toEqual([0.1, -0.2]);
    expect(store.selected).toBe('reynard');
    expect(store.talk.lines).toEqual([{ speaker: 'robot', name: 'reynard', text: "Hello I'm Reynard!" }]);
    expect(store.history('reynard')).toHaveLength(1);
    expect(changes.map((change) => change.kind)).toEqual(['hello']);
  });

  it('drops a frame that comes before hello', () => {
    const store = new Store();
    store.receive({ type: 'frame', frame: frame() }, 0);
    expect(store.frame).toBeNull();
  });

  it('glides to a new frame and ends on it', () => {
    const { store } = started();
    store.receive({ type: 'frame', frame: frame({ time: 1.05 }, { position: [0.11, -0.2] }) }, 50);
    expect(store.shown(75)?.robots[0]?.position[0]).toBeCloseTo(0.105, 9);
    expect(store.shown(100)?.robots[0]?.position[0]).toBe(0.11);
    expect(store.robot?.position[0]).toBe(0.11);
  });

  it('jumps when Reynard was teleported', () => {
    const { store } = started();
    store.receive({ type: 'frame', frame: frame({ time: 1.05 }, { position: [0.9, 0.4] }) }, 50);
    expect(store.shown(51)?.robots[0]?.position).toEqual([0.9, 0.4]);
  });

  it('begins again when time runs backwards', () => {
    const { store } = started();
    store.receive({ type: 'frame', frame: frame({ time: 5 }, { position: [0.12, -0.2] }) }, 50);
    store.receive({ type: 'frame', frame: frame({ time: 0 }, { position: [0, 0] }) }, 100);
    expect(store.history('reynard').map((sample) => sample.time)).toEqual([0]);
    expect(store.trails.get('reynard')?.strokes.flatMap((stroke) => stroke.points)).toEqual([[0, 0]]);
    expect(store.shown(101)?.robots[0]?.position).toEqual([0, 0]);
  });

  it('shows where he has been before the page was opened, and goes on from there', () => {
    const trails = [{ robot: 'reynard', path: [{ color: [1, 0, 0], points: [[0, 0], [0.02, 0]] }, { color: [0.929, 0.49, 0.192], points: [[0.09, -0.2]] }], ink: [] }];
    const store = new Store();
    store.receive({ type: 'hello', hello: hello({ trails }) }, 0);
    const lengths = (): readonly number[] | undefined => store.trails.get('reynard')?.strokes.map((stroke) => stroke.points.length);
    expect(lengths()).toEqual([2, 2]);
    expect(store.trails.get('reynard')?.strokes[0]?.color).toBe('#ff0000');
    // A second greeting, after a lost connection, replaces what the page knew.
    store.receive({ type: 'hello', hello: hello({ trails: [] }) }, 4000);
    expect(lengths()).toEqual([1]);
  });

  it('draws with the pen, in his colour, only while he holds it', () => {
    const { store } = started();
    const at = (time: number, x: number, tool: string): void =>
      store.receive({ type: 'frame', frame: frame({ time }, { tool, tool_point: [x, 0], color: [0, 0, 1] }) }, time * 1000);
    at(2, 0, 'pen');
    at(3, 0.01, 'pen');
    at(4, 0.02, 'fork');
    at(5, 0.03, 'pen');
    at(6, 0.04, 'pen');
    const strokes = store.ink.get('reynard')?.strokes ?? [];
    expect(strokes.map((stroke) => stroke.points.map((point) => point[0]))).toEqual([[0, 0.01], [0.03, 0.04]]);
    expect(strokes[0]?.color).toBe('#0000ff');
  });

  it('tells own words from those of others, also after a reload', () => {
    const store = new Store('me');
    const log = [{ from: 'page', text: 'before', visitor: 'me' }, { from: 'page', text: 'hey', visitor: 'you' }];
    store.receive({ type: 'hello', hello: hello({ log }) }, 0);
    store.receive({ type: 'heard', text: 'ho', visitor: null }, 0);
    store.receive({ type: 'heard', text: 'hi', visitor: 'me' }, 0);
    expect(store.talk.lines.map((line) => line.speaker)).toEqual(['you', 'visitor', 'visitor', 'you']);
  });

  it('shows a bubble for as long as it takes to read', () => {
    const { store } = started();
    store.receive({ type: 'said', robot: 'reynard', text: 'x'.repeat(100) }, 1000);
    expect(store.bubbles.get('reynard')?.until).toBe(11000);
    store.receive({ type: 'said', robot: 'reynard', text: 'x'.repeat(100000) }, 1000);
    expect(store.bubbles.get('reynard')?.until).toBe(16000);
  });

  it('wipes what was drawn when the den is reset', () => {
    const { store } = started();
    store.receive({ type: 'frame', frame: frame({ time: 2 }, { position: [0.12, -0.2] }) }, 50);
    store.receive({ type: 'reset' }, 60);
    expect(store.trails.get('reynard')?.strokes.flatMap((stroke) => stroke.points)).toEqual([[0.12, -0.2]]);
    expect(store.history('reynard')).toHaveLength(1);
  });

  it('passes on why something was refused', () => {
    const { store, changes } = started();
    store.receive({ type: 'refused', reason: 'the slot takes no spoon' }, 0);
    expect(changes.at(-1)).toEqual({ kind: 'refused', reason: 'the slot takes no spoon' });
  });

  it('selects only robots that are there', () => {
    const { store } = started();
    store.select('nobody');
    expect(store.selected).toBe('reynard');
  });
});
