import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/reynard/core/protocol';
import { FRAME, HELLO, read, ROBOT } from './messages';

describe('reading messages', () => {
  it('reads hello with its frame', () => {
    const message = read(HELLO);
    if (message.type !== 'hello') throw new Error('no hello');
    expect(message.hello.limits.arm[2]).toEqual([-3.0543, 3.0543]);
    expect(message.hello.servers.ascii).toEqual({ host: 'localhost', port: 29202 });
    expect(message.hello.frame.robots[0]?.light[0]?.rays[0]?.blockedAt).toBeNull();
    expect(message.hello.frame.obstacles.map((obstacle) => obstacle.shape)).toEqual(['box', 'circle']);
  });

  it('reads a classic frame without a den', () => {
    const message = read({ ...FRAME, robots: [{ ...ROBOT, battery: null, light: [] }], lamp: null, charger: null, obstacles: [] });
    if (message.type !== 'frame') throw new Error('no frame');
    expect(message.frame.lamp).toBeNull();
    expect(message.frame.robots[0]?.battery).toBeNull();
  });

  it('takes a sensor that has not measured yet, and contacts', () => {
    const message = read({ ...FRAME, robots: [{ ...ROBOT, contacts: ['crate'], light: [{ name: 'eye', position: [0, 0], value: null, rays: [] }] }] });
    if (message.type !== 'frame') throw new Error('no frame');
    expect(message.frame.robots[0]?.light[0]?.value).toBeNull();
    expect(message.frame.robots[0]?.contacts).toEqual(['crate']);
  });

  it('takes servers that are off', () => {
    const message = read({ ...HELLO, servers: { raconteur: null, http: 'http://x', ascii: null } });
    if (message.type !== 'hello') throw new Error('no hello');
    expect(message.hello.servers.raconteur).toBeNull();
    expect(message.hello.servers.ascii).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['not an object', '[1]'],
    ['an unknown type', '{"type":"party"}'],
    ['a frame without robots', '{"type":"frame","time":1,"speed":1}'],
    ['a position that is too short', JSON.stringify({ ...FRAME, robots: [{ ...ROBOT, position: [1] }] })],
    ['a position of texts', JSON.stringify({ ...FRAME, robots: [{ ...ROBOT, position: ['1', '2'] }] })],
    ['a number beyond all bounds', JSON.stringify(FRAME).replace('"time":1', '"time":1e999')],
    ['an obstacle of unknown shape', JSON.stringify({ ...FRAME, obstacles: [{ shape: 'star', position: [0, 0] }] })],
    ['words that are a number', '{"type":"said","robot":"reynard","text":5}'],
  ])('refuses %s', (_what, json) => {
    expect(readMessage(json)).toBeNull();
  });
});
