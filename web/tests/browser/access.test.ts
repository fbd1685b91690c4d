// The page for everyone: axe finds nothing to object to, and every size and
// theme is photographed into web/screenshots to be looked at.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Visit } from './chromium';
import { Client } from './client';
import { type Server, startServer } from './server';

const SCREENSHOTS = join(import.meta.dirname, '../../screenshots');
let server: Server;
let client: Client;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  server = await startServer('den');
  client = await Client.connect(server.raconteur);
  await client.call('setf_arm_position', 1.1, 0.5, -0.7);
  await client.call('drive_robot', 0.1, 0.05, 2, true);
});

afterAll(async () => {
  await client?.close();
  await server?.stop();
});

const SCREENS = [
  ['desktop', 1440, 900, 1],
  ['tablet', 900, 1100, 1],
  ['phone', 390, 844, 2],
] as const;

for (const [name, width, height, ratio] of SCREENS) {
  for (const scheme of ['light', 'dark'] as const) {
    it(`is accessible on a ${scheme} ${name}`, async () => {
      const visit = await Visit.open(server.address, { width, height, ratio, scheme, touch: name === 'phone' });
      try {
        const words = 'I can see the lamp from here!';
        await visit.seeBubble(() => client.call('say', words), words);
        await visit.page.screenshot({ path: join(SCREENSHOTS, `${name}-${scheme}.png`) });
        await visit.page.locator('#plots-card').scrollIntoViewIfNeeded();
        await visit.page.locator('.plot').first().waitFor();
        await visit.page.screenshot({ path: join(SCREENSHOTS, `${name}-${scheme}-below.png`) });
        expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await visit.page.evaluate(axe.source);
        const found = await visit.page.evaluate(async () => {
          const runner = (globalThis as unknown as { axe: typeof axe }).axe;
          const { violations } = await runner.run(document, { resultTypes: ['violations'] });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
        });
        expect(found).toEqual([]);
        visit.calm();
      } finally {
        await visit.close();
      }
    });
  }
}

it('shows where the keyboard is', async () => {
  const visit = await Visit.open(server.address);
  try {
    const seen = new Set<string>();
    for (let press = 0; press < 60; press += 1) {
      await visit.page.keyboard.press('Tab');
      const focus = await visit.page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const shown = element.closest('.tool') ?? element;
        return { name: element.id || element.getAttribute('aria-label') || element.textContent, outline: getComputedStyle(shown).outlineStyle };
      });
      if (!focus) continue;
      expect(focus.outline, `outline of ${focus.name}`).not.toBe('none');
      seen.add(String(focus.name));
    }
    for (const wanted of ['field', 'pause', 'stop', 'message', 'Drive right', 'q1', 'color']) expect(seen).toContain(wanted);
  } finally {
    await visit.close();
  }
});
