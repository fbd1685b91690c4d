// A project of one's own with the real server: PROTO parameters, units, the Viewpoint's follow mode, Billboards,
// glass, themes, help, and every panel by key.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { readPng } from './png_picture';
import { startProject, type ViewProgram } from './view_program';
import { probe, SMALL, visitViewer } from './viewer_visit';

const CRATE = `#VRML_SIM R2023b utf8
PROTO Crate [
  field SFVec3f  translation 0 0 0
  field SFString name        "crate"
  field SFVec3f  size        0.4 0.4 0.4
]
{
  Solid {
    translation IS translation
    name IS name
    children [ Shape { appearance PBRAppearance { metalness 0 } geometry DEF BODY Box { size IS size } } ]
  }
}
`;

const WORLD = `#VRML_SIM R2023b utf8
EXTERNPROTO "../protos/Crate.proto"
WorldInfo { title "Project" basicTimeStep 32 }
Viewpoint { position -6 0 2 orientation 0 1 0 0.25 follow "cart" followType "Mounted Shot" }
Background { skyColor [ 0.2 0.3 0.4 ] }
DirectionalLight { direction 0.6 0.2 -1 }
Solid { name "cart" translation 0 0 0.5 linearVelocity 0.5 0 0 children [ Shape { appearance PBRAppearance { } geometry Box { size 0.3 0.3 0.3 } } ] }
Crate { translation 0 1.5 0.2 size 1 1 1 }
Billboard {
  children [
    DEF BADGE Pose { translation 1 0.3 0.2 children [ Shape { appearance Appearance { material Material { diffuseColor 0 0 0 emissiveColor 1 0 0 } } geometry Sphere { radius 0.03 } } ] }
  ]
}
`;

let server: ViewProgram;
let visit: Visit;

beforeAll(async () => {
  server = await startProject({ 'worlds/project.wbt': WORLD, 'protos/Crate.proto': CRATE }, 'worlds/project.wbt');
  visit = await visitViewer(server.address, SMALL);
});

afterAll(async () => {
  await visit?.close();
  await server?.stop();
});

it('follows what the Viewpoint follows, in its way', async () => {
  const { page } = visit;
  const mode = page.getByLabel('Follow mode');
  expect(await mode.inputValue()).toBe('Mounted Shot');
  const before = await probe(visit);
  const after = await eventually(async () => {
    const now = await probe(visit);
    return now.position[0]! > before.position[0]! + 0.2 ? now : null;
  });
  expect(after.distance).toBeCloseTo(before.distance, 3);
  await mode.selectOption('None');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
});

/** How many pixels of the picture are red. */
async function redPixels(): Promise<readonly (readonly [number, number])[]> {
  const box = (await visit.page.locator('#picture').boundingBox())!;
  const { width, pixels } = readPng(await visit.page.screenshot({ clip: box }));
  const found: (readonly [number, number])[] = [];
  for (let at = 0; at < pixels.length / 3; at += 1) {
    if (pixels[at * 3]! > 150 && pixels[at * 3 + 1]! < 60 && pixels[at * 3 + 2]! < 60) found.push([at % width, Math.floor(at / width)]);
  }
  return found;
}

const middleOf = (points: readonly (readonly [number, number])[]): readonly number[] =>
  [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length);

it('keeps what is in a Billboard before the eye, wherever it looks', async () => {
  const { page } = visit;
  const first = await eventually(async () => {
    const found = await redPixels();
    return found.length > 20 ? found : null;
  });
  const box = (await page.locator('#picture').boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 330, box.y + 160, { steps: 5 });
  await page.mouse.up();
  await page.mouse.wheel(0, 300);
  const before = middleOf(first);
  await eventually(async () => {
    const second = await redPixels();
    const after = middleOf(second);
    return second.length > 20 && [0, 1].every((axis) => Math.abs(after[axis]! - before[axis]!) < 2);
  });
});

/** The scale of the shape of a node. */
const scaleOf = (name: string): Promise<number[]> =>
  visit.page.evaluate((wanted) => {
    const { store } = (globalThis as any).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    const solid = [...store.tables.nodes.values()].find((one: { name: string | null }) => one.name === wanted);
    const below = store.tables.below(solid.id);
    return [...store.tables.instances.values()].find((one: { node: number }) => below.has(one.node)).transform.scale as number[];
  }, name);

it('edits a parameter of a PROTO, says which field it is behind, and shows units', async () => {
  const { page } = visit;
  await page.getByLabel('Search nodes').fill('crate');
  await page.locator('.tree-row', { hasText: 'crate' }).first().click();
  await page.locator('.node-kind .chip', { hasText: 'PROTO' }).waitFor();
  await page.getByRole('heading', { name: 'Parameters' }).waitFor();
  await page.locator('.field[data-field="translation"] .field-type', { hasText: '· m' }).first().waitFor();
  const size = page.locator('.field[data-field="size"]').getByLabel('size', { exact: true });
  await size.fill('0.5 0.5 2');
  await size.press('Enter');
  await eventually(async () => (await scaleOf('crate')).every((part, axis) => Math.abs(part - [0.5, 0.5, 2][axis]!) < 1e-6));
  await size.fill('large');
  await size.press('Enter');
  await page.locator('.field-error:not([hidden])', { hasText: /\w/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search nodes').fill('BODY');
  await page.locator('.tree-row', { hasText: 'BODY' }).first().click();
  await page.locator('.field[data-field="size"] .parameter', { hasText: 'IS size' }).waitFor();
  await page.getByLabel('Search nodes').fill('');
  await page.locator('#picture').focus();
  await page.keyboard.press('Control+z');
  await eventually(async () => (await scaleOf('crate'))[2] === 1);
});

it('shows the fields of the time to which the world went back', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: 'crate' }).first().click();
  const size = page.locator('.field[data-field="size"]').getByLabel('size', { exact: true });
  await size.fill('0.5 0.5 2');
  await size.press('Enter');
  await eventually(async () => (await scaleOf('crate'))[2] === 2);
  await page.getByLabel('Time line').press('Home');
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await eventually(async () => (await size.inputValue()) === '1 1 1');
});

it('brings a removed PROTO instance back, which no supervisor could insert', async () => {
  const { page } = visit;
  const row = page.locator('.tree-row', { hasText: 'crate' });
  await row.first().click();
  await page.locator('#picture').focus();
  await page.keyboard.press('Delete');
  await page.getByText('“crate” was removed.').waitFor();
  await eventually(async () => (await row.count()) === 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.first().waitFor();
  expect((await scaleOf('crate'))[2]).toBe(1);
});

it('opens and closes every panel by key, and explains all keys', async () => {
  const { page } = visit;
  await page.locator('#picture').focus();
  const panes = [['b', '#pane-scene'], ['r', '#panel-robot'], ['h', '#panel-why'], ['c', '#panel-console'], ['p', '#panel-plots']] as const;
  for (const [key, place] of panes) {
    const shown = await page.locator(place).isVisible();
    await page.keyboard.press(key);
    await eventually(async () => (await page.locator(place).isVisible()) !== shown);
    await page.keyboard.press(key);
    await eventually(async () => (await page.locator(place).isVisible()) === shown);
  }
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (const words of ['play or pause', 'search the scene', 'undo', 'fly']) await dialog.getByText(words).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

it('changes the theme and remembers it', async () => {
  const { page } = visit;
  const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
  const before = await theme();
  const button = page.locator('#theme');
  await eventually(async () => {
    await button.click();
    return (await theme()) !== before;
  });
  const chosen = await theme();
  await page.reload();
  await page.locator('#picture[data-ready="true"]').waitFor();
  expect(await theme()).toBe(chosen);
  expect(await page.locator('#welcome').isHidden()).toBe(true);
  visit.calm();
});
