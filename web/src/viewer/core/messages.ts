// The messages of the viewer's protocol (docs/viewer-protocol.md). What cannot be read is
// reported in words and skipped, so that one bad message does not stop the page.

import {
  type Fields, fields, flag, list, Malformed, maybe, number, oneOf, otherwise, type Read, shape, text,
} from '../../shared/readers';
import { readChanges, readScene } from './scene_types';
import { readWorlds } from './world_list';

const hello = shape({
  version: number,
  program: otherwise('Foxden', text),
  world: shape({
    title: otherwise('', text),
    info: otherwise<readonly string[]>([], list(text)),
    file: otherwise('', text),
    timeStep: otherwise(32, number),
  }),
  canChange: flag,
  features: otherwise<readonly string[]>([], list(text)),
});

const clock = shape({
  time: number,
  step: otherwise(0, number),
  paused: flag,
  speed: maybe(number),
  measured: maybe(number),
  history: maybe(shape({ from: number, to: number })),
  ended: maybe(text),
});

const consoleLine = shape({
  robot: maybe(number),
  name: maybe(text),
  stream: oneOf('out', 'err', 'foxden'),
  text,
  time: otherwise(0, number),
});

const worldEvent = shape({ time: number, kind: text, text, node: maybe(number) });

const readers = {
  hello,
  scene: readScene,
  changes: readChanges,
  clock,
  console: shape({ lines: list(consoleLine) }),
  events: shape({ events: list(worldEvent) }),
  look: shape({ node: number }),
  worlds: readWorlds,
} as const;

export type Hello = Read<typeof hello>;
export type Clock = Read<typeof clock>;
export type ConsoleLine = Read<typeof consoleLine>;
export type WorldEvent = Read<typeof worldEvent>;

type Plain = { [K in keyof typeof readers]: { readonly type: K; readonly data: Read<(typeof readers)[K]> } }[keyof typeof readers];

export type Message =
  | Plain
  | { readonly type: 'values'; readonly topic: string; readonly time: number; readonly values: Fields }
  | { readonly type: 'reply'; readonly to: number; readonly error: string | null; readonly reply: Fields }
  | { readonly type: 'malformed'; readonly reason: string };

const isPlain = (type: string): type is keyof typeof readers => Object.hasOwn(readers, type);

/** Reads a text message; null for a type that this page does not know. */
export function readMessage(json: string): Message | null {
  try {
    return readObject(fields(JSON.parse(json), 'the message'));
  } catch (error) {
    if (error instanceof Malformed || error instanceof SyntaxError) return { type: 'malformed', reason: error.message };
    throw error;
  }
}

function readObject(from: Fields): Message | null {
  const type = text(from['type'], 'type');
  if (type === 'values') {
    return { type, topic: text(from['topic'], 'topic'), time: otherwise(0, number)(from['time'], 'time'), values: from };
  }
  if (type === 'reply') {
    return { type, to: number(from['to'], 'to'), error: maybe(text)(from['error'], 'error'), reply: from };
  }
  return isPlain(type) ? ({ type, data: readers[type](from, type) } as Message) : null;
}
