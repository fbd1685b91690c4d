// What a phone must do besides looking (viewer_controllers.test.ts): edits, speed, steps, views, search, events, the past,
// a recording and the start page, with the real server.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Look, type Visit } from './chromium';
import { environment } from './server';
import { startProject, type ViewProgram } from './view_program';
import { dropFile, probe, visitViewer } from './viewer_visit';

const WORLD = `#VRML_SIM R2023b utf8
WorldInfo { title "Pocket" basicTimeStep 32 }
Viewpoint { position -4 0 3 orientation 0 1 0 0.6 }
Background { skyColor [ 0.6 0.7 0.8 ] }
DEF LAMP PointLight { location 0 0 4 intensity 2 }
Solid { name "floor" children [ Shape { appearance PBRAppearance { } geometry Plane { size 9 9 } } ] }
Solid { name "crate" translation 0 0 0.2 children [ Shape { appearance PBRAppearance { } geometry Box { size 0.4 0.4 0.4 } } ] }
Robot { name "fox" controller "<none>" translation 2 0 0.2 battery [ 2000 10000 1 ] cpuConsumption 20 }
`;

const PHONE: Look = { width: 390, height: 844, ratio: 1, touch: true };
let server: ViewProgram;
let phone: Visit;

beforeAll(async () => {
  server = await startProject({ 'worlds/pocket.wbt': WORLD }, 'worlds/pocket.wbt');
  phone = await visitViewer(server.address, PHONE, true);
  await phone.page.getByRole('button', { name: 'Got it' }).tap();
});

afterAll(async () => {
  await phone?.close();
  await server?.stop();
});

const clock = (what: string): Promise<unknown> => phone.page.evaluate((name) => (globalThis as any).foxdenViewer.store.clock[name] as unknown, what); // eslint-disable-line @typescript-eslint/no-explicit-any
const close = (): Promise<void> => phone.page.getByRole('button', { name: 'Close panel' }).tap();

it('finds a node, edits a field and undoes', async () => {
  const { page } = phone;
  await page.getByRole('button', { name: 'Scene' }).tap();
  await page.getByLabel('Search nodes').fill('lamp');
  await page.locator('.tree-row', { hasText: 'LAMP' }).tap();
  await page.getByRole('button', { name: 'Node' }).tap();
  const field = page.getByLabel('intensity', { exact: true });
  await field.fill('3');
  await field.press('Enter');
  await page.locator('.field[data-field="intensity"][data-default="false"]').waitFor();
  await close();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await page.getByRole('button', { name: 'Node' }).tap();
  await eventually(async () => (await field.inputValue()) === '2');
  await close();
});

it('changes the speed, steps, and sees events', async () => {
  const { page } = phone;
  await page.getByLabel('Speed of time').selectOption('8');
  await eventually(async () => (await clock('speed')) === 8);
  await page.getByRole('button', { name: 'Events' }).tap();
  await page.locator('.event[data-kind="battery"]').first().tap();
  await close();
  await eventually(async () => (await probe(phone)).isPast);
  await page.getByRole('button', { name: 'Continue from here' }).tap();
  await page.getByText('The world is again as it was at').waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).tap();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const before = Number(await clock('step'));
  await page.getByRole('button', { name: 'One step' }).tap();
  await eventually(async () => (await clock('step')) === before + 1);
});

it('looks from above and follows', async () => {
  const { page } = phone;
  await page.getByLabel('View from').selectOption('top');
  await eventually(async () => {
    const { position, target } = await probe(phone);
    return Math.hypot(position[0]! - target[0]!, position[1]! - target[1]!) < 0.05 * (position[2]! - target[2]!);
  });
  await page.getByLabel('Follow mode').selectOption('Tracking Shot');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  phone.calm();
});

it('opens a recording, and a world from the start page', async () => {
  const { page } = phone;
  const file = join(server.folder, 'run.mcap');
  await promisify(execFile)(environment('FOXDEN_BINARY'), ['run', join(server.folder, 'worlds/pocket.wbt'), '--offline', '--steps', '60', '--record', file]);
  await dropFile(phone, 'run.mcap', await readFile(file));
  await page.getByRole('button', { name: 'Close recording' }).waitFor();
  await page.getByLabel('Time line').press('Home');
  await eventually(async () => (await probe(phone)).time < 0.1);
  phone.calm();
  const start = await startProject({}, null);
  try {
    await page.goto(start.address);
    await page.getByRole('searchbox', { name: 'Search worlds' }).fill('hello');
    await page.locator('.world').first().tap();
    await page.locator('#title', { hasText: /hello/i }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  } finally {
    await start.stop();
  }
});
