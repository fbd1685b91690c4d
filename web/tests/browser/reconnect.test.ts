// A server that goes away and comes back; a page that does not mind.

import { expect, it } from 'vitest';
import { Visit } from './chromium';
import { freePorts, startServer } from './server';

it('finds a restarted server by itself', async () => {
  const ports = await freePorts();
  const first = await startServer(ports, 'classic');
  const visit = await Visit.open(first.address);
  try {
    await first.stop();
    await visit.page.locator('#status[data-status="lost"]').waitFor();
    const second = await startServer(ports, 'classic');
    try {
      await visit.connected();
      await visit.page.locator('#status[data-status="open"]').waitFor();
      expect(await visit.position()).toEqual([0, 0]);
      // The browser itself reports each attempt that failed.
      visit.forgive();
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
    await visit.close();
  }
});
