// Recordings: whole, in chunks, cut off, and wrong on purpose.

import { describe, expect, it } from 'vitest';
import { readMcap } from '../../src/viewer/core/mcap';
import { RecordingSource } from '../../src/viewer/core/recording_source';
import { ViewerStore } from '../../src/viewer/core/store';
import { type BodyPose, writeFrame } from '../mock/frame_writer';
import { McapWriter } from '../mock/mcap_writer';
import { MockWorld } from '../mock/viewer_world';

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

function recording(): McapWriter {
  const world = new MockWorld(0);
  const writer = new McapWriter();
  writer.message('hello', 0, world.hello(false));
  writer.message('scene', 0, world.scene());
  for (const [name, blob] of world.blobs) writer.attachment(name, blob);
  writer.message('inputs', 0, { kind: 'of another program' });
  for (let step = 1; step <= 200; step += 1) {
    const all = step % 50 === 1;
    const moved = world.advance();
    const poses: BodyPose[] = all ? world.bodies.map((body, index) => ({ index, ...body })) : moved;
    writer.message('frame', world.time, writeFrame(world.time, step, poses, [-40, -40, -40], 80, all ? 1 : 0));
    if (step === 100) writer.message('console', world.time, { type: 'console', lines: [{ stream: 'out', text: 'half way', time: world.time }] });
  }
  return writer;
}

function open(buffer: Buffer): { store: ViewerStore; source: RecordingSource } {
  const store = new ViewerStore();
  const source = new RecordingSource(store, bytes(buffer), 'test', () => undefined);
  source.close();
  return { store, source };
}

/** Where the first robot is at a time, as the recording shows it. */
async function robotAt(store: ViewerStore, source: RecordingSource, time: number): Promise<readonly number[]> {
  await source.send({ do: 'look', time });
  store.poses.show(Infinity, () => undefined);
  const body = store.tables.robots()[0]!.body!;
  return [...store.poses.shown.slice(body * 7, body * 7 + 2)];
}

describe('recordings', () => {
  it('show every time, forward and back', async () => {
    const { store, source } = open(recording().finish());
    store.on('trouble', (text) => expect.fail(text));
    expect(store.tables.robots()).toHaveLength(2);
    for (const time of [0.8, 3.2, 0.016, 2.4, 1.6]) {
      const [x, y] = await robotAt(store, source, time);
      expect(x).toBeCloseTo(0.8 * Math.cos(time * 0.5), 2);
      expect(y).toBeCloseTo(0.8 * Math.sin(time * 0.5), 2);
    }
    expect(store.lines.map((line) => line.text)).toEqual(['half way']);
    await source.send({ do: 'look', time: 1 });
    expect(store.lines).toEqual([]);
  });

  it('have a time that passes while nothing moves', async () => {
    const writer = recording();
    writer.message('console', 5, { type: 'console', lines: [] });
    const { store, source } = open(writer.finish());
    await source.send({ do: 'look', time: 4 });
    for (let step = 0; step < 10; step += 1) await source.send({ do: 'step' });
    expect(store.time).toBeCloseTo(4.16, 9);
  });

  it('keep the scene while nothing changes it', async () => {
    const { store, source } = open(recording().finish());
    let loads = 0;
    store.on('scene', () => {
      loads += 1;
    });
    for (const time of [2, 1, 3, 0.5]) await source.send({ do: 'look', time });
    expect(loads).toBe(0);
  });

  it('show values of a topic as soon as it is watched, while time stands still', async () => {
    const writer = recording();
    for (const [time, battery] of [[0.5, 9], [1.5, 8], [2.5, 7]] as const) {
      writer.message('values', time, { type: 'values', battery, time, topic: 'robot:3' });
      writer.message('values', time, { type: 'values', battery: 1, time, topic: 'robot:4' });
    }
    const { store, source } = open(writer.finish());
    await source.send({ do: 'look', time: 2 });
    expect(store.values.size).toBe(0);
    await source.send({ do: 'watch', topics: ['robot:3', 'node:9'] });
    expect(store.values.get('robot:3')).toMatchObject({ battery: 8 });
    await source.send({ do: 'watch', topics: [] });
    await source.send({ do: 'look', time: 0.6 });
    await source.send({ do: 'watch', topics: ['robot:3'] });
    expect(store.values.get('robot:3')).toMatchObject({ battery: 9 });
  });

  it('have their blobs inside and refuse changes', async () => {
    const { store, source } = open(recording().finish());
    const [hash] = store.tables.geometries.keys();
    expect((await source.blob('geometry', hash!)).size).toBeGreaterThan(0);
    await expect(source.blob('texture', 'none')).rejects.toThrow(/lacks/);
    await expect(source.send({ do: 'set', node: 1 })).rejects.toThrow(/recording/);
  });

  it('may be in chunks, but not compressed', () => {
    const plain = recording();
    plain.chunk('');
    expect(readMcap(bytes(plain.finish())).messages.length).toBe(204);
    const packed = recording();
    packed.chunk('zstd');
    expect(() => readMcap(bytes(packed.finish()))).toThrow(/compressed with zstd/);
  });

  it('that are cut off show what is there', () => {
    const whole = recording().finish();
    const { messages, isCutOff } = readMcap(bytes(whole.subarray(0, whole.length - 5000)));
    expect(isCutOff).toBe(true);
    expect(messages.length).toBeGreaterThan(50);
    expect(readMcap(bytes(whole)).isCutOff).toBe(false);
  });

  it('that are damaged give an error in words, never more', () => {
    const whole = recording().finish();
    let seed = 7;
    for (let round = 0; round < 60; round += 1) {
      const copy = Buffer.from(whole);
      for (let change = 0; change < 20; change += 1) {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        copy[8 + (seed % 30_000)] = seed >> 8;
      }
      try {
        open(copy);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect(error).not.toBeInstanceOf(TypeError);
      }
    }
    expect(() => readMcap(bytes(Buffer.from('not a recording')))).toThrow('This is no MCAP file.');
  });
});
