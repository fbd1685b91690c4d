// The classic world, and several Reynards in one.

import { expect, it } from 'vitest';
import { eventually, Visit } from './chromium';
import { Client } from './client';
import { startServer } from './server';

it('shows neither battery nor lamp in the classic world', async () => {
  const server = await startServer('classic');
  const visit = await Visit.open(server.address);
  try {
    expect(await visit.page.locator('#den').isVisible()).toBe(false);
    await visit.page.locator('#plots-card').scrollIntoViewIfNeeded();
    await eventually(async () => (await visit.page.locator('.plot').count()) === 2);
    expect(await visit.position()).toEqual([0, 0]);
    visit.calm();
  } finally {
    await visit.close();
    await server.stop();
  }
});

it('drives the Reynard that was chosen', async () => {
  const server = await startServer('den', '--robots', '3');
  const client = await Client.connect(server.raconteur.replace('service=reynard', 'service=reynard_3'));
  const visit = await Visit.open(server.address);
  try {
    await client.call('teleport', 0.1, -0.3);
    await visit.page.locator('#robots').selectOption('reynard_3');
    await eventually(async () => (await visit.position())[1] === -0.3);
    await visit.page.getByRole('button', { name: 'Drive right', exact: true }).focus();
    await visit.page.keyboard.down('Space');
    await eventually(async () => ((await client.get('robot_position')) as number[])[0]! > 0.12);
    await visit.page.keyboard.up('Space');
    await visit.page.locator('#program code', { hasText: 'service=reynard_3' }).waitFor();
    visit.calm();
  } finally {
    await visit.close();
    await client.close();
    await server.stop();
  }
});
