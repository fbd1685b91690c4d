// Messages of Robot Raconteur, and what comes instead of them.

import { expect, it } from 'vitest';
import { decode, encode, type Message, sizeOf } from '../../src/raconteur/message';
import { child } from '../../src/raconteur/session';
import { bool, double, int32, text, uint32, valueOf } from '../../src/raconteur/value';

const message: Message = {
  sender: Uint8Array.from({ length: 16 }, (_, index) => index),
  receiver: new Uint8Array(16),
  senderEndpoint: 7,
  receiverEndpoint: 0xfffffffe,
  entries: [
    {
      kind: 1121,
      path: 'world.robot[f%c3%a4he]',
      member: 'spin',
      request: 3,
      error: 0,
      elements: [
        { name: 'a', content: double(1.5, -0.25) },
        { name: 'b', content: int32(-1) },
        { name: 'c', content: uint32(0xffffffff) },
        { name: 'd', content: bool(true) },
        { name: 'e', content: text('Fähe') },
        { name: 'f', content: { kind: 'nothing' } },
        { name: 'g', content: { kind: 'children', code: 108, children: [{ name: '0', content: text('x') }] } },
      ],
    },
  ],
};

it('writes and reads the same message', () => {
  const bytes = encode(message);
  expect(sizeOf(bytes)).toBe(bytes.length);
  expect(decode(bytes)).toEqual(message);
  expect(message.entries[0]?.elements.map(valueOf)).toEqual([[1.5, -0.25], -1, 0xffffffff, 1, 'Fähe', null, ['x']]);
});

it('refuses what is no message', () => {
  const bytes = encode(message);
  for (let end = 10; end < bytes.length; end += 1) expect(() => decode(bytes.subarray(0, end))).toThrow();
  expect(sizeOf(bytes.subarray(0, 9))).toBeUndefined();
  expect(() => sizeOf(new Uint8Array(10))).toThrow('no messages');
});

it('escapes names in paths', () => {
  expect(child('world', 'robot', 'a/b."ü" [1]')).toBe('world.robot[a%2fb%2e%22%c3%bc%22%20%5b1%5d]');
  expect(child('world', 'signals', 3)).toBe('world.signals[3]');
});
