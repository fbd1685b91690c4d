// Why: each overlay draws something, has a legend, and its table answers.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { SMALL, startMock, visitViewer } from './viewer_visit';

let server: Awaited<ReturnType<typeof startMock>>;
let visit: Visit;

beforeAll(async () => {
  server = await startMock();
  visit = await visitViewer(server.address, SMALL);
  await visit.page.getByRole('tab', { name: 'Why' }).click();
});

afterAll(async () => {
  await visit?.close();
  await server?.stop();
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

const OVERLAYS = [
  ['Light', 'blocked by capsule'],
  ['Chargers', 'too far: the radius is 0.45 m'],
  ['Slots', 'types differ: arm and leg'],
  ['Contacts', 'contact points'],
  ['Joints', 'position'],
  ['Collision shapes', null],
  ['Masses', '1.20 kg'],
  ['Islands', 'bodies awake'],
  ['Sensor rays', null],
  ['Axes', null],
  ['Trails', null],
] as const;

for (const [name, answer] of OVERLAYS) {
  it(`${name}: draws, has a legend, and answers`, async () => {
    const { page } = visit;
    const box = page.getByLabel(name, { exact: true });
    await box.check();
    await page.locator('.legend-block b', { hasText: name }).waitFor();
    await eventually(async () => (await lines()) > 1);
    if (answer) await page.locator('.why-table', { hasText: answer }).waitFor();
    await box.uncheck();
    await eventually(async () => (await lines()) === 0);
    expect(await page.locator('#legend').isHidden()).toBe(true);
    visit.calm();
  });
}
