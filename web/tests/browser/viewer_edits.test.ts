// Edits as a person makes them, with the real server: colours, defaults, undo and redo, and the file that is saved.
// Also what else is pressed beside them: who is shown and followed, speeds, events.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { startProject, startView, type ViewProgram } from './view_program';
import { probe, SMALL, visitViewer, whereIs } from './viewer_visit';

const WORLD = `#VRML_SIM R2023b utf8
WorldInfo { title "Edits" basicTimeStep 32 }
Viewpoint { position -4 0 3 orientation 0 1 0 0.6 }
Background { skyColor [ 0.6 0.7 0.8 ] }
DEF LAMP PointLight { location 0 0 4 intensity 2 }
Solid { name "floor" children [ Shape { appearance PBRAppearance { } geometry Plane { size 9 9 } } ] }
Solid { name "cart" translation 0 1 0.2 linearVelocity 0.3 0 0 children [ Shape { appearance PBRAppearance { } geometry Box { size 0.3 0.3 0.3 } } ] }
Robot { name "fox" controller "<none>" translation 2 0 0.2 battery [ 200 1000 1 ] cpuConsumption 20 children [ Shape { appearance PBRAppearance { } geometry Box { size 0.2 0.2 0.2 } } ] }
`;

let server: ViewProgram;
let visit: Visit;

beforeAll(async () => {
  server = await startProject({ 'worlds/edits.wbt': WORLD }, 'worlds/edits.wbt');
  visit = await visitViewer(server.address, { ...SMALL, height: 800 });
});

afterAll(async () => {
  await visit?.close();
  await server?.stop();
});

const ofStore = (what: string): Promise<unknown> => visit.page.evaluate((path) => path.split('.').reduce((at: any, part) => at?.[part], (globalThis as any).foxdenViewer), what); // eslint-disable-line @typescript-eslint/no-explicit-any

it('goes to the time and the node of an event that is clicked', async () => {
  const { page } = visit;
  await page.locator('#picture').focus();
  await page.keyboard.press('c');
  await page.getByRole('tab', { name: 'Events' }).click();
  // Its battery is empty after ten seconds.
  const event = page.locator('.event[data-kind="battery"]').first();
  await event.waitFor();
  // Motors that do nothing have their reason beside them.
  await page.getByRole('tab', { name: 'Robot' }).click();
  await page.locator('.note', { hasText: 'The battery is empty' }).waitFor();
  await page.getByRole('tab', { name: 'Node' }).click();
  await event.click();
  await eventually(async () => (await probe(visit)).isPast);
  const shown = await probe(visit);
  expect(shown.selected).toBe('fox');
  expect(Math.abs(shown.time - Number.parseFloat((await event.locator('.console-time').textContent())!))).toBeLessThan(0.1);
  // The world goes back to that time or to an earlier one, and says to which.
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await page.getByText('The world is again as it was at').waitFor();
  await eventually(async () => Number(await ofStore('store.clock.time')) < shown.time + 1);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
});

it('shows a node and follows it', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: 'cart' }).first().click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await eventually(async () => {
    const [{ target, distance }, [x, y]] = [await probe(visit), await whereIs(visit, 'cart')];
    const middle = await page.locator('#picture').boundingBox();
    return distance < 3 && target.length === 3 && Math.hypot(x - middle!.x - middle!.width / 2, y - middle!.y - middle!.height / 2) < 20;
  });
  const follow = page.getByRole('button', { name: 'Follow', exact: true });
  await follow.click();
  expect(await follow.getAttribute('aria-pressed')).toBe('true');
  const before = (await probe(visit)).position[0]!;
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await eventually(async () => (await probe(visit)).position[0]! > before + 0.1);
  // What is removed is not followed any more; the view stays where it is.
  const where = (await probe(visit)).position;
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await eventually(async () => (await page.getByLabel('Follow mode').inputValue()) === 'None');
  const after = (await probe(visit)).position;
  expect(Math.hypot(...after.map((part, at) => part - where[at]!))).toBeLessThan(0.3);
  await page.keyboard.press('Control+z');
  await page.locator('.tree-row', { hasText: 'cart' }).first().click();
  await follow.click();
  await follow.click();
  expect(await follow.getAttribute('aria-pressed')).toBe('false');
});

it('chooses a colour, goes back to the default, undoes and makes it again', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: 'LAMP' }).click();
  const color = page.getByLabel('color', { exact: true });
  await page.getByLabel('color: choose a colour').fill('#ff0000');
  await eventually(async () => (await color.inputValue()) === '1 0 0');
  await page.getByRole('button', { name: 'color: back to the default' }).click();
  await eventually(async () => (await color.inputValue()) === '1 1 1');
  await page.locator('#picture').focus();
  await page.keyboard.press('Control+z');
  await eventually(async () => (await color.inputValue()) === '1 0 0');
  await page.keyboard.press('Control+Shift+z');
  await eventually(async () => (await color.inputValue()) === '1 1 1');
  await page.keyboard.press('Control+z');
  await eventually(async () => (await color.inputValue()) === '1 0 0');
});

it('saves the edits in the file of the world and under other names, never elsewhere', async () => {
  const { page } = visit;
  const worlds = join(server.folder, 'worlds');
  const dialog = page.getByRole('dialog', { name: 'Save the world' });
  await page.getByRole('button', { name: 'Save the world' }).click();
  const name = dialog.getByLabel('File name');
  expect(await name.inputValue()).toBe('edits.wbt');
  await name.fill('../other.wbt');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('has no folder').waitFor();
  await name.fill('other.wbt');
  await name.press('Enter');
  await page.getByText('Saved as other.wbt.').waitFor();
  expect(await readFile(join(worlds, 'other.wbt'), 'utf8')).toMatch(/color 1 0 0/);
  expect(await readFile(join(worlds, 'edits.wbt'), 'utf8')).toBe(WORLD);
  // By the key, and as its own file.
  await page.locator('#picture').focus();
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as edits.wbt.').waitFor();
  expect(await readFile(join(worlds, 'edits.wbt'), 'utf8')).toMatch(/color 1 0 0/);
  visit.calm();
});

it('runs at every speed that is offered, by the list and by keys', async () => {
  const { page } = visit;
  const list = page.getByLabel('Speed of time');
  for (const speed of [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, null]) {
    await list.selectOption(String(speed));
    await eventually(async () => (await ofStore('store.clock.speed')) === speed);
    const before = Number(await ofStore('store.clock.time'));
    await eventually(async () => Number(await ofStore('store.clock.time')) > before);
  }
  await page.locator('#picture').focus();
  for (const [key, speed] of [['<', 32], ['<', 16], ['>', 32]] as const) {
    await page.keyboard.press(key);
    await eventually(async () => (await ofStore('store.clock.speed')) === speed);
  }
});

it('offers the worlds that were viewed last on the start page', async () => {
  const state = { XDG_STATE_HOME: join(server.folder, 'shared') };
  const files = { 'worlds/remembered.wbt': WORLD.replace('"Edits"', '"Remembered"') };
  const title = visit.page.locator('#title', { hasText: 'Remembered' });
  const first = await startProject(files, 'worlds/remembered.wbt', { environment: state });
  let start: ViewProgram | null = null;
  try {
    // The address is printed before the world is open, and only a world that opens is remembered.
    await visit.page.goto(first.address);
    await title.waitFor();
    start = await startProject({}, null, { environment: state });
    await visit.page.goto(start.address);
    const card = visit.page.locator('.start').getByRole('button', { name: /Remembered/ });
    await visit.page.getByRole('heading', { name: 'Recent' }).waitFor();
    await card.click();
    await title.waitFor();
  } finally {
    await first.stop();
    await start?.stop();
  }
});

it('offers no saving to who only looks', async () => {
  const bundled = await startView(join(import.meta.dirname, '../../../worlds/hello.wbt'));
  const looker = await visitViewer(bundled.address.replace(/\?.*/, ''), SMALL);
  try {
    await looker.page.getByText('Look only').waitFor();
    expect(await looker.page.getByRole('button', { name: 'Save the world' }).count()).toBe(0);
  } finally {
    await looker.close();
    await bundled.stop();
  }
});
