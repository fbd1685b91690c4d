// The server restarts; the page reconnects.

import { expect, it } from 'vitest';
import { Visit } from './chromium';
import { startServer } from './server';

it('finds a restarted server by itself', async () => {
  const server = await startServer('classic');
  const visit = await Visit.open(server.address);
  try {
    await server.stop();
    await visit.page.locator('#status[data-status="lost"]').waitFor();
    await server.restart();
    await visit.connected();
    await visit.page.locator('#status[data-status="open"]').waitFor();
    expect(await visit.position()).toEqual([0, 0]);
    // The browser itself reports each attempt that failed.
    visit.forgive();
  } finally {
    await server.stop();
    await visit.close();
  }
});
