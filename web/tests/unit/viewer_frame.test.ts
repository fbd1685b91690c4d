// Frames survive the way over the wire: exact in number, close in value.

import { describe, expect, it } from 'vitest';
import { readFrame, readFrameHeader, readPicture } from '../../src/viewer/core/frame';
import { Poses, STRIDE } from '../../src/viewer/core/poses';
import { type BodyPose, writeFrame } from '../mock/frame_writer';

const view = (buffer: Buffer): DataView => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);

function decode(buffer: Buffer, count: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  expect(readFrame(view(buffer), count, { place: (body, ...pose) => found.set(body, pose) })).toBe(true);
  return found;
}

const poses: BodyPose[] = [
  { index: 0, position: [-5, 4.99, 0.001], rotation: [1, 0, 0, 0] },
  { index: 3, position: [1.2345, -2.5, 3], rotation: [0.5, -0.5, 0.5, 0.5] },
  { index: 70_000, position: [0, 0, 5], rotation: [0.1, 0.2, -0.9, 0.3741657] },
  { index: 300_000, position: [5, 5, 5], rotation: [0.6, 0, 0, -0.8] },
];

describe('frames', () => {
  it('keep positions to 0.02 mm in 10 m and rotations to 0.02 degrees', () => {
    const bytes = writeFrame(1.5, 47, poses, [-5, -5, -5], 10);
    const header = readFrameHeader(view(bytes));
    expect(header).toMatchObject({ count: 4, time: 1.5, step: 47, all: false, past: false });
    const found = decode(bytes, 4);
    expect([...found.keys()]).toEqual([0, 3, 70_000, 300_000]);
    for (const { index, position, rotation } of poses) {
      const got = found.get(index)!;
      position.forEach((part, axis) => expect(Math.abs(got[axis]! - part)).toBeLessThanOrEqual(10 / 2 ** 19 + 1e-9));
      const dot = rotation.reduce((sum, part, axis) => sum + part * got[3 + axis]!, 0);
      expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-7);
    }
  });

  it('have 14 bytes for a body', () => {
    const many = Array.from({ length: 1000 }, (_, index): BodyPose => ({ index, position: [0, 0, 0], rotation: [1, 0, 0, 0] }));
    expect(writeFrame(0, 0, many, [0, 0, 0], 1).length - 56).toBe(14_000);
  });

  it('that are cut off say so and never read past the end', () => {
    const bytes = writeFrame(0, 0, poses, [-5, -5, -5], 10);
    for (let size = 0; size < bytes.length; size += 1) {
      const part = bytes.subarray(0, size);
      const header = readFrameHeader(view(part));
      if (size < 56) expect(header).toBeNull();
      else expect(readFrame(view(part), 4, { place: () => undefined })).toBe(false);
    }
  });

  it('of another kind or version are not read', () => {
    const bytes = writeFrame(0, 0, poses, [-5, -5, -5], 10);
    bytes[1] = 2;
    expect(readFrameHeader(view(bytes))).toBeNull();
  });
});

describe('pictures', () => {
  it('need all their pixels', () => {
    const bytes = new Uint8Array(20 + 2 * 2 * 4);
    bytes.set([2, 1, 7, 0, 2, 0, 2, 0, 0]);
    expect(readPicture(bytes.buffer)).toMatchObject({ topic: 7, width: 2, height: 2, format: 'rgba' });
    expect(readPicture(bytes.buffer.slice(0, 30))).toBeNull();
  });
});

describe('poses', () => {
  const start = { index: null, node: null, position: [0, 0, 0], rotation: [1, 0, 0, 0] } as const;
  let step = 0;
  const frame = (x: number): Buffer => writeFrame(step, (step += 1), [{ index: 1, position: [x, 0, 0], rotation: [1, 0, 0, 0] }], [-10, -10, -10], 20);
  const take = (table: Poses, x: number, now: number, jump = false): void => {
    const bytes = view(frame(x));
    table.take(bytes, readFrameHeader(bytes)!, now, jump);
  };
  const shownX = (table: Poses, now: number): number => {
    table.show(now, () => undefined);
    return table.shown[STRIDE]!;
  };

  it('blend between frames and rest at the last one', () => {
    const table = new Poses();
    table.load([start, start]);
    table.show(0, () => undefined);
    take(table, 0, 100);
    shownX(table, 100);
    take(table, 1, 140);
    expect(shownX(table, 160)).toBeCloseTo(0.5, 3);
    expect(table.needsShow).toBe(true);
    expect(shownX(table, 200)).toBeCloseTo(1, 3);
    expect(table.needsShow).toBe(false);
  });

  it('stay where they are in a picture that began before the frame came', () => {
    const table = new Poses();
    table.load([start, start]);
    table.show(0, () => undefined);
    take(table, 0, 100);
    shownX(table, 100);
    take(table, 1, 101);
    expect(shownX(table, 90)).toBeCloseTo(0, 3);
  });

  it('jump when asked to, and ignore bodies that do not exist', () => {
    const table = new Poses();
    table.load([start, start]);
    table.show(0, () => undefined);
    take(table, 4, 10, true);
    expect(shownX(table, 10)).toBeCloseTo(4, 3);
    const bytes = view(writeFrame(0, 0, [{ index: 9_000_000, position: [0, 0, 0], rotation: [1, 0, 0, 0] }], [0, 0, 0], 1));
    expect(table.take(bytes, readFrameHeader(bytes)!, 20, true)).toBe(true);
    expect(table.count).toBe(2);
  });
});
