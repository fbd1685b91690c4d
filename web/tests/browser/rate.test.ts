// How many pictures a second are drawn: reported, never judged, because
// machines differ.

import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { eventually, Visit } from './chromium';
import { startServer } from './server';

const REPORT = join(import.meta.dirname, '../../screenshots');

it.each([1, 50])('draws %d of him', async (robots) => {
  const server = await startServer('den', '--robots', String(robots));
  const visit = await Visit.open(server.address);
  try {
    const [before] = await visit.position();
    await visit.page.locator('#field').focus();
    await visit.page.keyboard.down('ArrowRight');
    await eventually(async () => (await visit.position())[0] > before);
    // The page counts for a second; the first count began before he drove.
    const counted = (): Promise<string | null> => visit.page.locator('#rate').textContent();
    const first = await counted();
    const rate = await eventually(async () => ((await counted()) === first ? null : counted()));
    await visit.page.keyboard.up('ArrowRight');
    const report = `${robots} robots: ${rate}`;
    console.log(report);
    await mkdir(REPORT, { recursive: true });
    await writeFile(join(REPORT, `rate-${robots}.txt`), `${report}\n`);
    await visit.page.screenshot({ path: join(REPORT, `robots-${robots}.png`) });
    visit.calm();
  } finally {
    await visit.close();
    await server.stop();
  }
});
