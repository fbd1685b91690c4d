// The keys of the viewer: each has one meaning, and help and guide name the same ones.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeShortcuts, type ShortcutTargets } from '../../src/viewer/tools/shortcut_table';
import { movesView } from '../../src/viewer/tools/view_keys';

const shortcuts = makeShortcuts({ page: {} } as ShortcutTargets);

const characters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter((one) => !/[A-Z]/.test(one));
const named = ['Escape', 'Delete', 'Backspace', 'Enter', 'Tab', 'Home', 'End', 'PageUp', 'PageDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Everything that a keyboard sends: each key alone and with Shift, Ctrl and both. */
const events = [...characters, ...named].flatMap((name) =>
  [[false, false], [true, false], [false, true], [true, true]].map(([shiftKey = false, ctrlKey = false]) => ({
    key: shiftKey && /^[a-z]$/.test(name) ? name.toUpperCase() : name, shiftKey, ctrlKey, metaKey: false, altKey: false,
  })),
);

const meanings = (event: (typeof events)[number]): string[] => [
  ...shortcuts.filter((one) => one.matches(event as KeyboardEvent)).map((one) => `${one.keys} ${one.text}`),
  ...(movesView(event) ? ['the view'] : []),
];

describe('keys', () => {
  it('have one meaning each', () => {
    for (const event of events) expect(meanings(event).length, `${JSON.stringify(event)}: ${meanings(event).join(', ')}`).toBeLessThanOrEqual(1);
  });

  it('reach every command', () => {
    for (const one of shortcuts.filter(({ group, text }) => group !== 'View' || !/fly|zoom|turn the view/.test(text))) {
      expect(events.some((event) => one.matches(event as KeyboardEvent)), `${one.keys} ${one.text}`).toBe(true);
    }
    for (const key of ['w', 'a', 's', 'd', 'q', 'e', '+', '-', 'ArrowUp']) expect(movesView({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }), key).toBe(true);
  });

  it('are in the guide as in the help', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/viewer.md'), 'utf8');
    const table = guide.slice(guide.indexOf('## Keys')).split('\n').filter((line) => line.startsWith('|')).slice(2);
    const rows = table.map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$|`/g, '')));
    expect(rows).toEqual(shortcuts.filter(({ text }) => text !== '').map(({ keys, text }) => [keys, text]));
  });
});
