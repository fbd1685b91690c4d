// What of the values of topics can be plotted, and what is recorded when.

import { describe, expect, it } from 'vitest';
import { readingsOf } from '../../src/viewer/core/readings';
import { Recorder } from '../../src/viewer/recorder';
import { SeriesStore } from '../../src/viewer/core/series';
import { Topics } from '../../src/viewer/core/source';
import { ViewerStore } from '../../src/viewer/core/store';
import type { ViewerPage } from '../../src/viewer/page';
import { readPad } from '../../src/viewer/tools/robot_input';

const MOTOR = { name: 'lift', type: 'LinearMotor', value: 0.5, unit: 'm', velocity: 0.1, force: 3, enabled: true };

describe('readings', () => {
  it('have the velocity and the force of motors, and all numbers of fields', () => {
    const robot = readingsOf('robot:7', { devices: [MOTOR] }, []);
    expect(robot.map(({ key, unit, value }) => [key, unit, value])).toEqual([
      ['robot:7/battery', 'J', null], ['robot:7/lift', 'm', 0.5], ['robot:7/lift velocity', 'm/s', 0.1], ['robot:7/lift force', 'N', 3],
    ]);
    const node = readingsOf('node:3', { numbers: { intensity: 2, location: [0, 0, 5] } }, []);
    expect(node.filter(({ isRare }) => isRare).map(({ key, value }) => [key, value])).toEqual([['node:3/field intensity', 2], ['node:3/field location', [0, 0, 5]]]);
  });

  it('add up the contacts of two nodes, and cost nothing while none is plotted', () => {
    const contact = (force: number | null): object => ({ point: [0, 0, 0], normal: [0, 0, 1], nodes: [4, null], force });
    const values = { items: [contact(2), contact(3), contact(null)] };
    expect(readingsOf('contacts', values, [])).toEqual([]);
    expect(readingsOf('contacts', values, ['contacts/4-0 force'])).toMatchObject([{ key: 'contacts/4-0 force', value: 5, unit: 'N' }]);
  });
});

describe('the recorder', () => {
  it('keeps what is plotted subscribed, and tells robots of one name apart', () => {
    const store = new ViewerStore();
    for (const id of [1, 2]) store.tables.nodes.set(id, { id, parent: null, name: 'fox', def: null, type: 'Robot', proto: null, robot: true, solid: true, field: null } as never);
    const topics = new Topics(() => undefined);
    const series = new SeriesStore();
    new Recorder({ store, topics, series, source: () => ({ kind: 'live' }) } as unknown as ViewerPage);
    const robot = (id: number, time: number, value: number): void => store.receive({ type: 'values', topic: `robot:${id}`, time, values: { time, battery: { value, max: null }, devices: [] } });
    robot(1, 1, 10);
    for (const id of [1, 2]) series.toggle(`robot:${id}/battery`);
    expect(topics.list).toEqual(['robot:1', 'robot:2']);
    robot(1, 2, 9);
    robot(2, 2, 5);
    expect(['robot:1/battery', 'robot:2/battery'].map((key) => series.get(key))).toMatchObject([
      { label: 'fox #1 battery', times: [1, 2], values: [10, 9] }, { label: 'fox #2 battery', times: [2], values: [5] },
    ]);
    series.toggle('robot:1/battery');
    expect(topics.list).toEqual(['robot:2']);
  });

  it('takes what is known when a field is plotted, and a contact that ends as no force', () => {
    const store = new ViewerStore();
    const series = new SeriesStore();
    new Recorder({ store, topics: new Topics(() => undefined), series, source: () => ({ kind: 'live' }) } as unknown as ViewerPage);
    const tell = (topic: string, time: number, values: object): void => store.receive({ type: 'values', topic, time, values: { time, ...values } });
    tell('node:3', 1, { numbers: { intensity: 2 } });
    expect(series.get('node:3/field intensity')).toBeNull();
    series.toggle('node:3/field intensity');
    expect(series.get('node:3/field intensity')).toMatchObject({ times: [1], values: [2] });
    series.toggle('contacts/4-0 force');
    tell('contacts', 1, { items: [{ point: [0, 0, 0], normal: [0, 0, 1], nodes: [4, null], force: 2 }] });
    tell('contacts', 2, { items: [] });
    expect(series.get('contacts/4-0 force')).toMatchObject({ times: [1, 2], values: [2, 0] });
  });
});

it('the hat of a pad is a point of view and no button', () => {
  const pad = (mapping: '' | 'standard', ...pressed: number[]): Parameters<typeof readPad>[0] => ({ id: 'pad', mapping, axes: [1], buttons: Array.from({ length: 17 }, (_, at) => ({ pressed: pressed.includes(at), touched: false, value: 0 })) });
  expect(readPad(pad('standard', 3))).toMatchObject({ axes: [32767], buttons: [3], povs: [0] });
  expect(readPad(pad('standard', 13, 14))).toMatchObject({ buttons: [], povs: [0x1010] });
  // Where the layout is not known, a button is a button.
  expect(readPad(pad('', 13))).toMatchObject({ buttons: [13], povs: [] });
});
