// Plots with the real server: values of several robots and nodes at once, also while no panel shows them, and every
// kind of value.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { startProject, type ViewProgram } from './view_program';
import { SMALL, visitViewer } from './viewer_visit';

const robot = (name: string, y: number): string => `
Robot {
  name "${name}" controller "<none>" translation 0 ${y} 0.2 battery [ 5000 10000 1 ]
  children [
    Shape { appearance PBRAppearance { } geometry Box { size 0.2 0.2 0.2 } }
    LightSensor { name "eye" rotation 0 1 0 -1.5708 }
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 }
      device [ RotationalMotor { name "wheel" } PositionSensor { name "angle" } ]
      endPoint Solid { name "${name} rim" boundingObject Sphere { radius 0.05 } physics Physics { } }
    }
  ]
}`;

const WORLD = `#VRML_SIM R2023b utf8
WorldInfo { title "Plots" basicTimeStep 32 physicsDisableTime 0 }
Viewpoint { position -4 0 3 orientation 0 1 0 0.6 }
Background { skyColor [ 0.6 0.7 0.8 ] }
DEF LAMP PointLight { location 0 0 4 intensity 2 attenuation 1 0 0 }
DEF FLOOR Solid { name "floor" children [ Shape { appearance PBRAppearance { } geometry Plane { size 9 9 } } ] boundingObject Plane { size 9 9 } }
Solid { name "ball" translation 2 0 0.5 children [ Shape { appearance PBRAppearance { } geometry Sphere { radius 0.1 } } ] boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 2 } }
Charger { name "station" translation 0 1 0 battery [ 1000 2000 50 ] radius 2 }
${robot('fox', 1)}
${robot('vixen', -2)}
`;

let server: ViewProgram;
let visit: Visit;

beforeAll(async () => {
  server = await startProject({ 'worlds/plots.wbt': WORLD }, 'worlds/plots.wbt');
  visit = await visitViewer(server.address, { ...SMALL, height: 800 });
});

afterAll(async () => {
  await visit?.close();
  await server?.stop();
});

/** The table that the page exports: names of the columns, and rows of numbers. */
async function table(): Promise<{ readonly names: readonly string[]; readonly rows: readonly (readonly (number | null)[])[] }> {
  const { page } = visit;
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  const [head, ...lines] = (await readFile((await csv.path())!, 'utf8')).split('\r\n').map((line) => line.split(','));
  return { names: head!, rows: lines.map((line) => line.map((cell) => (cell === '' ? null : Number(cell)))) };
}

/** The values of a column, with their times. */
async function column(name: string): Promise<readonly (readonly [number, number])[]> {
  const { names, rows } = await table();
  const at = names.indexOf(name);
  expect(names).toContain(name);
  return rows.flatMap((row) => (row[at] === null ? [] : [[row[0]!, row[at]!] as const]));
}

const legend = (text: string): Promise<void> => visit.page.locator('.legend-item', { hasText: text }).waitFor();

it('plots two robots together, and goes on when their panels are left', async () => {
  const { page } = visit;
  await page.getByRole('tab', { name: 'Robot' }).click();
  for (const name of ['fox', 'vixen']) {
    await page.locator('.robot-choice select').selectOption({ label: name });
    await page.getByRole('button', { name: 'Plot battery' }).click();
    await legend(`${name} battery, J`);
  }
  // Another panel on each side: nothing that shows these values is left.
  await page.getByRole('tab', { name: 'Node' }).click();
  await page.getByRole('tab', { name: 'Console' }).click();
  const clock = (): Promise<number> => page.evaluate(() => (globalThis as any).foxdenViewer.store.clock.time as number); // eslint-disable-line @typescript-eslint/no-explicit-any
  const from = await clock();
  await eventually(async () => (await clock()) > from + 3);
  await page.getByRole('tab', { name: 'Plots' }).click();
  for (const name of ['fox', 'vixen']) {
    const values = await column(`${name} battery [J]`);
    const away = values.filter(([time]) => time > from && time < from + 3);
    expect(away.length).toBeGreaterThan(5);
    // It loses a little in each step, or is charged.
    expect(new Set(away.map(([, value]) => value)).size).toBeGreaterThan(5);
  }
  for (const name of ['fox', 'vixen']) await page.locator('.legend-item', { hasText: `${name} battery` }).click();
  visit.calm();
});

it('plots the velocity and the force of a motor, and fields of nodes', async () => {
  const { page } = visit;
  await page.getByRole('tab', { name: 'Robot' }).click();
  await page.getByRole('button', { name: 'Plot wheel velocity' }).click();
  await legend('vixen wheel velocity, rad/s');
  await page.getByLabel('wheel velocity', { exact: true }).press('End');
  await eventually(async () => (await column('vixen wheel velocity [rad/s]')).at(-1)![1] > 5);
  await page.locator('.tree-row', { hasText: 'LAMP' }).click();
  await page.getByRole('tab', { name: 'Node' }).click();
  await page.getByRole('button', { name: 'Plot intensity' }).click();
  await legend('LAMP intensity');
  const field = page.getByLabel('intensity', { exact: true });
  await field.fill('3');
  await field.press('Enter');
  await eventually(async () => (await column('LAMP intensity')).at(-1)![1] === 3);
  expect((await column('LAMP intensity'))[0]![1]).toBe(2);
  // A field of a body that moves, dragged by its head.
  await page.locator('.tree-row', { hasText: 'ball' }).first().click();
  await page.dragAndDrop('.field[data-field="translation"] .field-head', '.plots-panel');
  for (const part of ['x', 'y', 'z']) await legend(`ball translation ${part}`);
  for (const item of await page.locator('.legend-item', { hasText: 'translation' }).all()) expect(await item.isVisible()).toBe(true);
  for (const item of ['wheel velocity', 'intensity', 'translation x', 'translation y', 'translation z']) await page.locator('.legend-item', { hasText: item }).click();
  visit.calm();
});

it('plots joints, contacts, light and chargers from their answers', async () => {
  const { page } = visit;
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.locator('.tree-row', { hasText: 'vixen' }).first().click();
  await page.getByRole('tab', { name: 'Why' }).click();
  const plot = async (overlay: string, button: RegExp, item: string): Promise<void> => {
    await page.getByLabel(overlay, { exact: true }).check();
    await page.locator('.why-table').getByRole('button', { name: button }).first().click();
    await legend(item);
    // The series stays subscribed when its overlay is switched off.
    await page.getByLabel(overlay, { exact: true }).uncheck();
  };
  await plot('Chargers', /^Plot station energy/, 'station energy, J');
  await plot('Joints', /^Plot wheel position/, 'wheel position, rad');
  await plot('Light', /^Plot share of LAMP/, 'LAMP share of the light, %');
  await plot('Contacts', /^Plot force between/, 'contact force, N');
  const { names, rows } = await table();
  expect(names.length).toBe(5);
  const last = rows.at(-1)![0]!;
  await eventually(async () => {
    const now = await table();
    return now.names.slice(1).every((_, at) => now.rows.filter((row) => row[at + 1] !== null && row[0]! > last).length > 3);
  });
  const share = (await column('LAMP share of the light [%]')).at(-1)![1];
  expect(share).toBeCloseTo(100, 3);
  visit.calm();
});
