// The viewer for everyone: axe finds nothing, keys reach everything, phones have sheets, and ten situations
// are photographed into web/screenshots to be looked at.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Look, Visit } from './chromium';
import { probe, SMALL, startMock, visitViewer, whereIs } from './viewer_visit';

const SCREENSHOTS = join(import.meta.dirname, '../../screenshots');
let server: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  server = await startMock();
});

afterAll(() => server?.stop());

async function isAccessible(visit: Visit): Promise<void> {
  await visit.page.evaluate(axe.source);
  const found = await visit.page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await runner.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  });
  expect(found).toEqual([]);
}

/** Stops the world, which all visits share: it need not move, and each picture of it is drawn without a GPU. */
async function stop(page: Page): Promise<void> {
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if (await pause.isVisible()) await pause.click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
}

const DESKTOP: Look = { width: 1280, height: 800 };
const PHONE: Look = { width: 390, height: 844, touch: true };

for (const scheme of ['light', 'dark'] as const) {
  it(`is accessible on a ${scheme} desktop, in each panel`, async () => {
    const visit = await visitViewer(server.address, { ...DESKTOP, scheme }, true);
    const { page } = visit;
    const shot = (name: string): Promise<Buffer> => page.screenshot({ path: join(SCREENSHOTS, `viewer-${scheme}-${name}.png`) });
    try {
      await shot('welcome');
      await isAccessible(visit);
      await page.getByRole('button', { name: 'Got it' }).click();
      await stop(page);
      await page.mouse.click(...(await whereIs(visit, 'cylinder')));
      await page.locator('.field').first().waitFor();
      await shot('node');
      await isAccessible(visit);
      await page.getByRole('tab', { name: 'Robot' }).click();
      await page.locator('.device').first().waitFor();
      await page.getByRole('button', { name: 'Plot light', exact: true }).click();
      await page.locator('.chart-host canvas').waitFor();
      await shot('robot');
      await isAccessible(visit);
      await page.getByRole('tab', { name: 'Why' }).click();
      await page.getByLabel('Light', { exact: true }).check();
      await page.getByLabel('Chargers', { exact: true }).check();
      await page.locator('.why-table').nth(1).waitFor();
      await page.getByRole('tab', { name: 'Console' }).click();
      await shot('why');
      await isAccessible(visit);
      await page.locator('#picture').focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await shot('help');
      await isAccessible(visit);
      visit.calm();
    } finally {
      await visit.close();
    }
  });

  it(`is accessible on a ${scheme} phone, with sheets`, async () => {
    const visit = await visitViewer(server.address, { ...PHONE, scheme });
    const { page } = visit;
    try {
      await stop(page);
      await page.screenshot({ path: join(SCREENSHOTS, `viewer-${scheme}-phone.png`) });
      await isAccessible(visit);
      await page.touchscreen.tap(...(await whereIs(visit, 'cylinder')));
      await page.getByRole('button', { name: 'Node' }).tap();
      await page.locator('.node-title', { hasText: 'cylinder' }).waitFor();
      await page.screenshot({ path: join(SCREENSHOTS, `viewer-${scheme}-phone-node.png`) });
      await isAccessible(visit);
      await page.getByRole('button', { name: 'Robot' }).tap();
      await page.locator('.device').first().waitFor();
      await isAccessible(visit);
      await page.getByRole('button', { name: 'Close panel' }).tap();
      expect(await page.locator('#pane-side').isHidden()).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      visit.calm();
    } finally {
      await visit.close();
    }
  });
}

it('turns with one finger and zooms with two', async () => {
  const visit = await visitViewer(server.address, PHONE);
  try {
    const before = await probe(visit);
    const client = await visit.page.context().newCDPSession(visit.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', [200, 300]);
    for (let at = 1; at <= 5; at += 1) await touch('touchMove', [200 + at * 15, 300]);
    await touch('touchEnd');
    const turned = await probe(visit);
    expect(Math.hypot(...turned.position.map((part, axis) => part - before.position[axis]!))).toBeGreaterThan(0.2);
    await touch('touchStart', [150, 300], [250, 300]);
    for (let at = 1; at <= 5; at += 1) await touch('touchMove', [150 - at * 10, 300], [250 + at * 10, 300]);
    await touch('touchEnd');
    expect((await probe(visit)).distance).toBeLessThan(turned.distance * 0.8);
  } finally {
    await visit.close();
  }
});

it('shows where the keyboard is', async () => {
  const visit = await visitViewer(server.address, SMALL);
  try {
    await stop(visit.page);
    const seen = new Set<string>();
    for (let press = 0; press < 40; press += 1) {
      await visit.page.keyboard.press('Tab');
      const focus = await visit.page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        return { name: element.id || element.getAttribute('aria-label') || element.textContent, outline: getComputedStyle(element).outlineStyle };
      });
      if (!focus) continue;
      expect(focus.outline, `outline of ${focus.name}`).not.toBe('none');
      seen.add(String(focus.name));
    }
    for (const wanted of ['picture', 'tree', 'tree-search', 'help', 'Time line', 'Play', 'tab-node']) expect(seen).toContain(wanted);
  } finally {
    await visit.close();
  }
});
