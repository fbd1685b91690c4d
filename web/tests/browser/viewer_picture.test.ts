// The picture: look around with mouse and keys, views, selection in picture and tree alike.

import { expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { probe, visitMock, whereIs } from './viewer_visit';

let visit: Visit;
visitMock({}, async (opened) => {
  visit = opened;
  await visit.page.keyboard.press('Space');
});

const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((part, axis) => part - (b[axis] ?? 0)));

it('shows something on the canvas', async () => {
  const picture = await visit.page.locator('#picture').screenshot();
  expect(picture.length).toBeGreaterThan(20_000);
  visit.calm();
});

it('turns, moves and zooms with the mouse', async () => {
  const before = await probe(visit);
  const { mouse } = visit.page;
  await mouse.move(700, 650);
  await mouse.down();
  await mouse.move(820, 600, { steps: 4 });
  await mouse.up();
  const turned = await probe(visit);
  expect(distance(turned.position, before.position)).toBeGreaterThan(0.2);
  expect(distance(turned.target, before.target)).toBeLessThan(1e-6);
  await mouse.down({ button: 'right' });
  await mouse.move(700, 600, { steps: 4 });
  await mouse.up({ button: 'right' });
  expect(distance((await probe(visit)).target, turned.target)).toBeGreaterThan(0.05);
  await mouse.wheel(0, -400);
  await eventually(async () => (await probe(visit)).distance < turned.distance * 0.9);
});

it('turns, flies and zooms with keys', async () => {
  await visit.page.locator('#picture').focus();
  const before = await probe(visit);
  await visit.page.keyboard.down('ArrowLeft');
  await eventually(async () => distance((await probe(visit)).position, before.position) > 0.05);
  await visit.page.keyboard.up('ArrowLeft');
  const turned = await probe(visit);
  await visit.page.keyboard.down('w');
  await eventually(async () => distance((await probe(visit)).target, turned.target) > 0.05);
  await visit.page.keyboard.up('w');
  const near = (await probe(visit)).distance;
  await visit.page.keyboard.press('-');
  expect((await probe(visit)).distance).toBeGreaterThan(near);
});

it('has views from all sides, parallel projection, and the world’s own', async () => {
  const own = await visit.page.evaluate(() => (globalThis as unknown as { foxdenViewer: { store: { viewpoint: { position: number[] } } } }).foxdenViewer.store.viewpoint.position);
  await visit.page.keyboard.press('5');
  await eventually(async () => {
    const { position, target } = await probe(visit);
    return Math.hypot(position[0]! - target[0]!, position[1]! - target[1]!) < 1e-3 && position[2]! > target[2]!;
  });
  await visit.page.getByLabel('View from').selectOption('front');
  await eventually(async () => {
    const { position, target } = await probe(visit);
    return Math.abs(position[1]! - target[1]!) < 1e-3 && position[0]! > target[0]!;
  });
  await visit.page.keyboard.press('o');
  expect((await probe(visit)).isOrthographic).toBe(true);
  await visit.page.getByRole('button', { name: 'Parallel projection' }).click();
  expect((await probe(visit)).isOrthographic).toBe(false);
  await visit.page.locator('#picture').focus();
  await visit.page.keyboard.press('0');
  expect(distance((await probe(visit)).position, own)).toBeLessThan(1e-6);
});

it('selects what is clicked, in picture and tree alike', async () => {
  await visit.page.mouse.click(...(await whereIs(visit, 'cylinder')));
  expect((await probe(visit)).selected).toBe('cylinder');
  await visit.page.locator('.tree-row[aria-selected="true"]', { hasText: 'cylinder' }).waitFor();
  await visit.page.locator('.node-title', { hasText: 'cylinder' }).waitFor();
  await visit.page.locator('.tree-row', { hasText: 'cone' }).click();
  expect((await probe(visit)).selected).toBe('cone');
  await visit.page.keyboard.press('Escape');
  expect((await probe(visit)).selected).toBeNull();
});

it('comes closer to the selection with F', async () => {
  await visit.page.locator('.tree-row', { hasText: 'capsule' }).click();
  await visit.page.locator('#picture').focus();
  await visit.page.keyboard.press('f');
  const body = [-2, 0.2, 0.3];
  await eventually(async () => distance((await probe(visit)).target, body) < 0.05);
  expect((await probe(visit)).distance).toBeLessThan(2);
});

it('offers a way back when nothing is in view', async () => {
  const { page } = visit;
  await page.locator('#picture').focus();
  await page.keyboard.press('0');
  const hint = page.getByText('Nothing of the world is in view.');
  expect(await hint.isHidden()).toBe(true);
  const [x, y] = [700, 400];
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.down();
  await page.mouse.move(x, y - 700, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await hint.waitFor();
  await page.locator('#lost').getByRole('button', { name: 'Show everything' }).click();
  await hint.waitFor({ state: 'hidden' });
  await page.keyboard.press('0');
});

it('follows a robot in three ways', async () => {
  const { page } = visit;
  const robot = (): Promise<number[]> =>
    page.evaluate(() => {
      const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
      return [...picture.bodyMatrix(picture.bodyOf(store.tables.robots()[0].id)).elements].slice(12, 15) as number[];
    });
  await page.locator('.tree-row', { hasText: 'FoxBot' }).first().click();
  const play = page.getByRole('button', { name: 'Play', exact: true });
  if (await play.isVisible()) await play.click();
  // The camera keeps its distance, also while it turns with the robot; or it stays and looks at it.
  for (const mode of ['Tracking Shot', 'Mounted Shot', 'Pan and Tilt Shot']) {
    await page.getByLabel('Follow mode').selectOption(mode);
    const { drawn } = await probe(visit);
    await eventually(async () => (await probe(visit)).drawn > drawn);
    const [before, start] = [await probe(visit), await robot()];
    await eventually(async () => distance(await robot(), start) > 0.25);
    const after = await probe(visit);
    const moved = distance(after.position, before.position);
    if (mode === 'Pan and Tilt Shot') {
      expect(moved).toBeLessThan(1e-4);
      expect(distance(after.target, before.target)).toBeGreaterThan(0.05);
    } else {
      expect(moved).toBeGreaterThan(0.05);
      expect(Math.abs(distance(after.position, after.target) - distance(before.position, before.target))).toBeLessThan(1e-3);
    }
  }
  await page.getByLabel('Follow mode').selectOption('None');
});

it('says in the inspector and over the picture what is followed', async () => {
  const { page } = visit;
  const [button, mode] = [page.getByRole('button', { name: 'Follow', exact: true }), page.getByLabel('Follow mode')];
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await button.click();
  await eventually(async () => (await mode.inputValue()) === 'Tracking Shot');
  await mode.selectOption('None');
  await eventually(async () => (await button.getAttribute('aria-pressed')) === 'false');
});

it('draws nothing while nothing changes', async () => {
  const { page } = visit;
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if (await pause.isVisible()) await pause.click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  // What was moved before may still come to rest on a busy machine.
  let isStill = false;
  for (let round = 0; round < 20 && !isStill; round += 1) {
    const first = (await probe(visit)).drawn;
    await page.waitForTimeout(700);
    isStill = (await probe(visit)).drawn === first;
  }
  expect(isStill).toBe(true);
  visit.calm();
});
