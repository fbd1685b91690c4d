// The viewer's store, readers and small helpers.

import { describe, expect, it } from 'vitest';
import { styledText } from '../../src/viewer/core/ansi';
import { levels, powers } from '../../src/viewer/core/energy_flow';
import { readMessage } from '../../src/viewer/core/messages';
import { SeriesStore, toCsv } from '../../src/viewer/core/series';
import { Topics } from '../../src/viewer/core/source';
import { ViewerStore } from '../../src/viewer/core/store';
import { packAttenuation } from '../../src/viewer/picture/lights';
import { isWindowPath, WindowQueue } from '../../src/viewer/core/window_queue';
import { keyCode } from '../../src/viewer/tools/robot_input';
import { MockWorld } from '../mock/viewer_world';

const loaded = (): ViewerStore => {
  const store = new ViewerStore();
  const world = new MockWorld(0);
  store.receiveText(JSON.stringify(world.hello(true)));
  store.receiveText(JSON.stringify(world.scene()));
  return store;
};

describe('the store', () => {
  it('has the scene as tables', () => {
    const store = loaded();
    const robot = store.tables.robots()[0]!;
    expect(robot.name).toBe('fox');
    const sensor = [...store.tables.nodes.values()].find((node) => node.type === 'LightSensor')!;
    expect(store.tables.path(sensor.id).map((node) => node.id)).toEqual([robot.id, sensor.id]);
    expect(store.tables.robotOf(sensor.id)?.id).toBe(robot.id);
    expect(store.tables.below(robot.id).has(sensor.id)).toBe(true);
  });

  it('forgets the selection when its node is removed', () => {
    const store = loaded();
    const robot = store.tables.robots()[0]!;
    store.select(robot.id);
    expect(store.selected).toBe(robot.id);
    store.receiveText(JSON.stringify({ type: 'changes', removed: { nodes: [robot.id], instances: [] } }));
    expect(store.selected).toBeNull();
    store.select(123456);
    expect(store.selected).toBeNull();
  });

  it('survives messages that are not what they should be', () => {
    const troubles: string[] = [];
    const store = loaded();
    store.on('trouble', (text) => troubles.push(text));
    for (const text of ['{', '[]', 'null', '{"type":"scene","nodes":[{"id":"x"}]}', '{"type":"scene","instances":[{"id":1,"node":1,"body":1e99,"geometry":"../x","material":1}]}', '{"type":"later"}']) {
      expect(() => store.receiveText(text)).not.toThrow();
    }
    expect(troubles).toHaveLength(5);
    expect(store.tables.robots()).toHaveLength(2);
  });

  it('bounds the console', () => {
    const store = loaded();
    const print = (count: number, text: string): void => {
      store.receiveText(JSON.stringify({ type: 'console', lines: Array.from({ length: count }, () => ({ stream: 'out', text, time: 0 })) }));
    };
    for (let round = 0; round < 6; round += 1) print(1000, 'short');
    print(1, 'x'.repeat(20_000));
    expect(store.lines.length).toBe(5000);
    expect(store.lines.at(-1)!.text.length).toBeLessThan(10_100);
  });

  it('keeps events when the console is cleared', () => {
    const store = loaded();
    store.receiveText(JSON.stringify({ type: 'events', events: [{ time: 1, kind: 'battery', text: 'empty', node: null }] }));
    store.receiveText(JSON.stringify({ type: 'console', lines: [{ stream: 'out', text: 'hello', time: 0 }] }));
    store.clearLines();
    expect(store.lines).toEqual([]);
    expect(store.events).toHaveLength(1);
    store.clearLog();
    expect(store.events).toEqual([]);
  });

  it('drops textures that no material uses any more', () => {
    const store = loaded();
    const all = store.tables.textures.size;
    for (let frame = 0; frame < 50; frame += 1) {
      const texture = `display${frame}`;
      store.receiveText(JSON.stringify({ type: 'changes', textures: { [texture]: { width: 4, height: 4 } }, materials: [{ id: 99, kind: 'pbr', baseColorMap: { texture } }] }));
      store.tables.prune([]);
    }
    expect(store.tables.textures.size).toBe(all + 1);
  });

  it('ends on a tree with a cycle', () => {
    const store = new ViewerStore();
    store.receiveText(JSON.stringify({ type: 'scene', nodes: [{ id: 1, parent: 2, type: 'A' }, { id: 2, parent: 1, type: 'B' }] }));
    expect(store.tables.path(1).length).toBe(2);
    expect(store.tables.below(1).size).toBe(2);
  });
});

it('hashes cannot leave their folder', () => {
  expect(readMessage('{"type":"scene","geometries":{},"background":{"color":[0,0,0],"skyBox":["../../x"]}}')?.type).toBe('malformed');
});

it('topics are sent once for all panels', async () => {
  const sent: (readonly string[])[] = [];
  const topics = new Topics((list) => sent.push(list));
  const first = topics.want('robot:1');
  const second = topics.want('robot:1');
  topics.want('contacts');
  first();
  first();
  // At the end of this task, so that what a panel sends later comes after it.
  await Promise.resolve();
  expect(sent).toEqual([['robot:1', 'contacts']]);
  second();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(sent.at(-1)).toEqual(['contacts']);
});

it('robot windows are files of the server', () => {
  expect(isWindowPath('/viewer/window/0a1b/17/my%20window.html')).toBe(true);
  for (const path of ['https://example.com/', 'javascript:globalThis.harmed=1', '/viewer/window/../../view.html', '//example.com/viewer/window/x', '/viewer/window/a?b']) expect(isWindowPath(path), path).toBe(false);
});

describe('messages to a robot window', () => {
  it('wait until its script listens', () => {
    const heard: string[] = [];
    const queue = new WindowQueue((message) => heard.push(message));
    queue.add('one');
    queue.add('two');
    expect(heard).toEqual([]);
    queue.listens();
    queue.add('three');
    expect(heard).toEqual(['one', 'two', 'three']);
    queue.loads(true);
    queue.add('four');
    queue.loads(true);
    expect(heard).toHaveLength(3);
    queue.listens();
    expect(heard.at(-1)).toBe('four');
    queue.loads(true);
    queue.add('of another robot');
    queue.loads(false);
    queue.listens();
    expect(heard).toHaveLength(4);
  });

  it('are bounded', () => {
    const heard: string[] = [];
    const queue = new WindowQueue((message) => heard.push(message));
    for (let at = 0; at < 30_000; at += 1) queue.add(String(at));
    for (let at = 0; at < 30; at += 1) queue.add('x'.repeat(1_000_000));
    queue.listens();
    expect(heard).toHaveLength(16);
  });
});

describe('series', () => {
  it('drop the future when time runs backwards', () => {
    const store = new SeriesStore();
    for (const time of [0, 1, 2, 3]) store.add('a', 'a', 'm', time, time);
    store.add('a', 'a', 'm', 1.5, 9);
    expect(store.get('a')!.times).toEqual([0, 1, 1.5]);
  });

  it('are bounded', () => {
    const store = new SeriesStore();
    for (let time = 0; time < 30_000; time += 1) store.add('a', 'a', '', time, 0);
    expect(store.get('a')!.times.length).toBeLessThanOrEqual(6000);
  });

  it('become CSV that no spreadsheet takes for formulas', () => {
    const store = new SeriesStore();
    store.add('a', '=cmd|x', 'm', 0, 1.5);
    store.add('b', 'b, "quoted"', '', 1, -2);
    expect(toCsv([store.get('a')!, store.get('b')!]).split('\r\n')).toEqual([`time [s],'=cmd|x [m],"b, ""quoted"""`, '0,1.5,', '1,,-2']);
  });
});

it('colours of consoles become parts of text', () => {
  const plain = { color: null, background: null, bold: false, underline: false };
  expect(styledText('a\u001b[1;31mb\u001b[0mc\u001b[2Jd')).toEqual([
    { ...plain, text: 'a' },
    { ...plain, text: 'b', color: 1, bold: true },
    { ...plain, text: 'c' },
    { ...plain, text: 'd' },
  ]);
  expect(styledText('\u001b[97;41malarm\u001b[49m!\u001b[7m?\u001b[27m.')).toEqual([
    { ...plain, text: 'alarm', color: 15, background: 1 },
    { ...plain, text: '!', color: 15 },
    { ...plain, text: '?', color: 0, background: 15 },
    { ...plain, text: '.', color: 15 },
  ]);
  // the numbers of a colour by its parts are no codes of their own
  expect(styledText('\u001b[38;2;1;4;41ma\u001b[48;5;12mb')).toEqual([
    { ...plain, text: 'a' },
    { ...plain, text: 'b', background: 12 },
  ]);
});

it('keys have the codes of wb_keyboard', () => {
  const key = (name: string, more = {}): number | null => keyCode({ key: name, shiftKey: false, ctrlKey: false, altKey: false, ...more });
  expect(key('a')).toBe(65);
  expect(key('ArrowUp')).toBe(315);
  expect(key('ArrowLeft', { shiftKey: true })).toBe(314 + 65536);
  expect(key('A', { ctrlKey: true })).toBe(65 + 131072);
  expect([key('Tab'), key('Backspace'), key('Enter'), key('Delete')]).toEqual([1, 3, 4, 7]);
  expect(key('ArrowUp', { location: 3 })).toBe(377);
  expect(key('F5')).toBeNull();
});

it('attenuation survives packing', () => {
  for (const parts of [[1, 0, 0], [0, 0, 1], [1, 2, 3], [0.1, 0, 4]] as const) {
    const { packed, sum } = packAttenuation(parts);
    const a0 = (Math.floor(packed / 2048) / 2047) * sum;
    const a1 = ((packed % 2048) / 2047) * sum;
    expect(a0).toBeCloseTo(parts[0], 2);
    expect(a1).toBeCloseTo(parts[1], 2);
  }
});

describe('energy over time', () => {
  const total = { key: 'k', label: 'l', unit: 'J', times: [0, 1, 2, 3, 4], values: [0, 0, 10, 30, 30] };

  it('is how fast a total grows', () => {
    expect(powers(total, 4, 4, 4)).toEqual([0, 10, 20, 0]);
    expect(powers(total, 4, 4, 2)).toEqual([5, 10]);
    // Before the first sample nothing is known.
    expect(powers(total, 4, 8, 4)).toEqual([0, 0, 5, 10]);
  });

  it('has levels at the same times', () => {
    expect(levels(total, 4, 4, 4)).toEqual([0, 10, 30, 30]);
    // What was before the first value is not known.
    expect(levels(total, 4, 8, 4)).toEqual([null, 0, 10, 30]);
    expect(levels({ ...total, times: [], values: [] }, 4, 4, 2)).toEqual([null, null]);
  });
});

describe('series of a recording', () => {
  it('keep what is later when time goes back', () => {
    const series = new SeriesStore();
    series.keepsFuture = true;
    for (const [time, value] of [[1, 1], [3, 3], [2, 2], [3, 4], [0, 0]] as const) series.add('k', 'l', '', time, value);
    expect(series.get('k')).toMatchObject({ times: [0, 1, 2, 3], values: [0, 1, 2, 4] });
  });
});

it('knows where a body is shown', () => {
  const store = loaded();
  const sphere = [...store.tables.nodes.values()].find((node) => node.name === 'sphere')!;
  const pose = store.shownPose(sphere.id);
  [0.4, 1.5, 0.25].forEach((part, axis) => expect(pose?.position[axis]).toBeCloseTo(part, 5));
  expect(pose?.rotation[0]).toBeCloseTo(1, 5);
  expect(store.shownPose(-1)).toBeNull();
});
