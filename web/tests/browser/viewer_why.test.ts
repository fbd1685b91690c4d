// Why: each overlay draws something, has a legend, and its table answers.

import { expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { SMALL, visitMock } from './viewer_visit';

let visit: Visit;
visitMock(SMALL, async (opened) => {
  visit = opened;
  await visit.page.getByRole('tab', { name: 'Why' }).click();
});

/** Vertices of lines that overlays draw. */
const lines = (): Promise<number> =>
  visit.page.evaluate(() => {
    const { picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    let count = 0;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    picture.decorations.traverse((object: any) => {
      if (object.isLineSegments && object.visible) count += Math.min(object.geometry.drawRange.count, 1e6);
    });
    return count;
  });

/** Name, a part of the table, and a text in the picture. */
const OVERLAYS = [
  ['Light', 'blocked by capsule', 'lamp 38 %'],
  ['Chargers', 'too far: the radius is 0.45 m', 'too far'],
  ['Slots', 'types differ: arm and leg', 'arm plug +'],
  ['Contacts', 'contact points', ' N'],
  ['Joints', 'position', ' rad'],
  ['Collision shapes', null, null],
  ['Masses', '1.20 kg', '1.20 kg'],
  ['Islands', 'bodies awake', null],
  ['Sensor rays', 'sensor', null],
  ['Axes', null, null],
  ['Trails', null, null],
] as const;

for (const [name, answer, label] of OVERLAYS) {
  it(`${name}: draws, has a legend, and answers`, async () => {
    const { page } = visit;
    const box = page.getByLabel(name, { exact: true });
    await box.check();
    await page.locator('.legend-block b', { hasText: name }).waitFor();
    await eventually(async () => (await lines()) > 1);
    if (answer) await page.locator('.why-table', { hasText: answer }).waitFor();
    if (label) await page.locator('.label:not([hidden])', { hasText: label }).first().waitFor();
    await box.uncheck();
    await eventually(async () => (await lines()) === 0 && (await page.locator('.label:not([hidden])').count()) === 0);
    expect(await page.locator('#legend').isHidden()).toBe(true);
    visit.calm();
  });
}

it('keeps the legend of many overlays low', async () => {
  const { page } = visit;
  const names = ['Light', 'Contacts', 'Joints', 'Masses', 'Islands'];
  const height = async (id: string): Promise<number> => (await page.locator(id).boundingBox())!.height;
  for (const name of names) await page.getByLabel(name, { exact: true }).check();
  expect(await height('#legend')).toBeLessThan((await height('#stage')) * 0.3);
  // What does not fit can be scrolled to, by keys and by a wheel over it.
  expect(await page.locator('#legend').getAttribute('tabindex')).toBe('0');
  await page.locator('#legend').hover();
  await page.mouse.wheel(0, 1000);
  await eventually(() => page.locator('#legend').evaluate((legend) => legend.scrollTop > 0));
  for (const name of names) await page.getByLabel(name, { exact: true }).uncheck();
});

/** Shapes that are outlined besides the selection. */
const marked = (): Promise<number> =>
  visit.page.evaluate(() => (globalThis as unknown as { foxdenViewer: any }).foxdenViewer.picture.marks.group.children.length as number); // eslint-disable-line @typescript-eslint/no-explicit-any

it('outlines what blocks a light, and selects it from the table by key', async () => {
  const { page } = visit;
  expect(await marked()).toBe(0);
  await page.getByLabel('Light', { exact: true }).check();
  await eventually(async () => (await marked()) > 0);
  // The table is made again ten times a second; the focus stays on the same row.
  const link = page.getByRole('button', { name: 'blocked by capsule' });
  await link.focus();
  await page.waitForTimeout(500);
  await page.keyboard.press('Enter');
  await page.locator('.tree-row[aria-selected="true"]', { hasText: 'capsule' }).waitFor();
  await page.getByLabel('Light', { exact: true }).uncheck();
  await eventually(async () => (await marked()) === 0);
});

it('draws energy over time, and plots it', async () => {
  const { page } = visit;
  await page.getByLabel('Chargers', { exact: true }).check();
  const flow = page.locator('.ledger-flow').nth(1);
  const area = flow.locator('[data-kind="received"]');
  // The charger gives 12 W for ten seconds of twenty.
  await eventually(async () => /L\d+(?:\.\d+)? [0-9]\b/.test((await area.getAttribute('d')) ?? ''));
  await page.getByRole('button', { name: 'Plot fox stored' }).click();
  await page.locator('.legend-item', { hasText: 'fox stored, J' }).waitFor();
  await page.getByLabel('Chargers', { exact: true }).uncheck();
});

it('does not draw answers about now over a picture of the past', async () => {
  const { page } = visit;
  await page.getByLabel('Light', { exact: true }).check();
  await eventually(async () => (await lines()) > 1);
  await page.getByLabel('Time line').press('Home');
  await page.getByText('These answers are about now').waitFor();
  await eventually(async () => (await lines()) === 0);
  await page.getByRole('button', { name: 'Live' }).click();
  await eventually(async () => (await lines()) > 1);
  await page.getByLabel('Light', { exact: true }).uncheck();
  visit.calm();
});
