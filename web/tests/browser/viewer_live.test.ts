// The page with the real `foxden view`: what the made-up world cannot show.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { startView, startWith, type ViewProgram } from './view_program';
import { probe, SMALL, visitViewer } from './viewer_visit';

const WORLDS = join(import.meta.dirname, '../../../worlds');
let view: ViewProgram;
let visit: Visit;

describe('foxden view', () => {
  beforeAll(async () => {
    view = await startView(join(WORLDS, 'reynard_den.wbt'));
    visit = await visitViewer(view.address, SMALL);
  });

  afterAll(async () => {
    await visit?.close();
    await view?.stop();
  });

  it('shows the world and its time', async () => {
    await visit.page.locator('.tree-row').first().waitFor();
    // A world at rest sends no frames, but its clock goes on.
    await eventually(async () => (await visit.page.locator('.clock').textContent()) !== '0:00.0');
    visit.calm();
  });

  it('pauses, steps and looks back', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const before = await page.locator('.clock').textContent();
    for (let step = 0; step < 20; step += 1) await page.getByRole('button', { name: 'One step' }).click();
    await eventually(async () => (await page.locator('.clock').textContent()) !== before);
    await page.getByLabel('Time line').press('Home');
    await page.getByRole('button', { name: 'Continue from here' }).waitFor();
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Continue from here' }).waitFor({ state: 'hidden' });
  });

  it('edits a field with the checks of the scene, and undoes', async () => {
    const { page } = visit;
    await page.locator('.tree-row', { hasText: 'Viewpoint' }).click();
    const field = page.getByLabel('fieldOfView', { exact: true });
    const before = await field.inputValue();
    await field.fill('oops');
    await field.press('Enter');
    await page.locator('.field-error:not(:empty)').waitFor();
    await field.fill('0.9');
    await field.press('Enter');
    await eventually(async () => (await field.inputValue()) === '0.9' && (await page.locator('.field-error:not([hidden])').count()) === 0);
    await page.locator('#picture').focus();
    await page.keyboard.press('Control+z');
    await page.locator('.tree-row', { hasText: 'WorldInfo' }).click();
    await page.locator('.tree-row', { hasText: 'Viewpoint' }).click();
    await eventually(async () => (await field.inputValue()) === before);
  });

  it('lists the devices of a robot', async () => {
    const { page } = visit;
    await page.getByRole('tab', { name: 'Robot' }).click();
    await page.locator('.device').first().waitFor();
  });

  it('answers why', async () => {
    const { page } = visit;
    await page.getByRole('tab', { name: 'Why' }).click();
    for (const name of ['Light', 'Chargers', 'Contacts', 'Joints', 'Collision shapes', 'Masses', 'Islands', 'Sensor rays', 'Slots']) {
      await page.getByLabel(name, { exact: true }).check();
      await page.locator('.legend-block b', { hasText: name }).waitFor();
    }
    await page.locator('.why-table table').first().waitFor();
    visit.calm();
  });

  it('may only look without the token', async () => {
    const looker = await visitViewer(view.address.replace(/\?.*/, ''), SMALL);
    try {
      await looker.page.getByText('Look only').waitFor();
      expect(await looker.page.getByRole('button', { name: /^(Play|Pause)$/ }).isDisabled()).toBe(true);
      await looker.page.locator('.tree-row').first().click();
      looker.calm();
    } finally {
      await looker.close();
    }
  });
});

describe('other commands with a viewer', () => {
  const COMMANDS = [
    ['foxden run --view', ['page', 'run', join(WORLDS, 'hello.wbt'), '--offline', '--mode', 'realtime', '--view=0'], 'Hello'],
    ['the den', ['view', 'reynard', '--world', join(WORLDS, 'reynard_den.wbt'), '--robotraconteur-tcp-port', '0', '--http-port', '0', '--ascii-socket-port', '0'], 'den'],
  ] as const;

  it.each(COMMANDS)('%s shows its world, to two at once with a camera each', async (_name, [line, ...command], title) => {
    const program = await startWith(line, ...command);
    const first = await visitViewer(program.address, SMALL);
    const second = await visitViewer(program.address, SMALL);
    try {
      for (const one of [first, second]) {
        await one.page.locator('#title', { hasText: new RegExp(title, 'i') }).waitFor();
        await eventually(async () => (await one.page.locator('.clock').textContent()) !== '0:00.0');
      }
      const before = await probe(second);
      await first.page.locator('#picture').focus();
      await first.page.keyboard.press('1');
      await eventually(async () => Math.abs((await probe(first)).position[2]! - before.position[2]!) > 0.1);
      expect((await probe(second)).position).toEqual(before.position);
      // What one does, the other sees.
      await first.page.getByRole('button', { name: 'Pause', exact: true }).click();
      await second.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      first.calm();
      second.calm();
    } finally {
      await first.close();
      await second.close();
      await program.stop();
    }
  });
});
