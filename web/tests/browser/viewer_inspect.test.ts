// Look inside: search, fields with checks and undo, live values, move with the gizmo, pull.

import { expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { arrived, probe, SMALL, visitMock, whereIs } from './viewer_visit';

let visit: Visit;
visitMock(SMALL, (opened) => (visit = opened));

it('finds nodes by name and walks the tree with keys', async () => {
  const { page } = visit;
  await page.keyboard.press('/');
  await page.keyboard.type('lightsensor');
  await page.locator('.tree-row[data-match="true"]').first().waitFor();
  await page.keyboard.press('Enter');
  expect((await probe(visit)).selected).toBe('light');
  await page.keyboard.press('ArrowUp');
  expect((await probe(visit)).selected).not.toBe('light');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.locator('.tree-row', { hasText: 'sphere' }).first().waitFor();
});

it('edits a field, says what is wrong with a bad value, and undoes', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: 'FoxBot' }).first().click();
  const mass = page.getByLabel('mass', { exact: true });
  await mass.fill('-3');
  await mass.press('Enter');
  await page.locator('.field-error', { hasText: 'is no positive number' }).waitFor();
  await mass.fill('2.5');
  await mass.press('Enter');
  await page.locator('[data-field="mass"][data-default="false"]').waitFor();
  expect(await mass.inputValue()).toBe('2.5');
  await page.locator('#picture').focus();
  await page.keyboard.press('Control+z');
  await page.locator('.tree-row', { hasText: 'sphere' }).first().click();
  await page.locator('.tree-row', { hasText: 'FoxBot' }).first().click();
  await page.locator('[data-field="mass"][data-default="true"]').waitFor();
  await page.getByText('IS weight').waitFor();
});

it('undoes in the field itself, and with the button that phones have', async () => {
  const { page } = visit;
  const mass = page.getByLabel('mass', { exact: true });
  for (const undo of [(): Promise<void> => page.keyboard.press('Control+z'), (): Promise<void> => page.getByRole('button', { name: 'Undo' }).click()]) {
    await mass.fill('2.5');
    await mass.press('Enter');
    await page.locator('[data-field="mass"][data-default="false"]').waitFor();
    await undo();
    await page.locator('.tree-row', { hasText: 'sphere' }).first().click();
    await page.locator('.tree-row', { hasText: 'FoxBot' }).first().click();
    await page.locator('[data-field="mass"][data-default="true"]').waitFor();
  }
});

it('shows long numbers short, and in full while they are edited', async () => {
  const { page } = visit;
  // A field that the running world does not change.
  const rotation = page.locator('.field[data-field="rotation"] input').first();
  await rotation.fill('0.123456789012 2 1e-12 1');
  await rotation.press('Enter');
  await page.locator('#picture').focus();
  await eventually(async () => (await rotation.inputValue()) === '0.1235 2 1e-12 1');
  await rotation.focus();
  expect(await rotation.inputValue()).toBe('0.123456789012 2 1e-12 1');
  await page.locator('#picture').focus();
  await page.keyboard.press('Control+z');
});

it('shows values that change', async () => {
  const output = visit.page.locator('.values .value-row').first().locator('output');
  const first = await output.textContent();
  await eventually(async () => (await output.textContent()) !== first);
});

it('moves a Solid along one axis with the arrows', async () => {
  const { page } = visit;
  await page.locator('#picture').focus();
  await page.keyboard.press('Space');
  await page.locator('.tree-row', { hasText: 'box' }).first().click();
  await page.locator('#picture').focus();
  await page.keyboard.press('5');
  await arrived(visit);
  await page.keyboard.press('g');
  const place = async (): Promise<number[]> =>
    page.evaluate(() => {
      const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
      return [...picture.bodyMatrix(picture.bodyOf(store.selected)).elements].slice(12, 15);
    });
  const before = await place();
  const [x, y] = await whereIs(visit, 'box');
  // From above, x is to the right and y up.
  const reach = await page.evaluate(() => {
    const { picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    return picture.view.distance * 0.13 * 0.7;
  });
  const pixels = await page.evaluate((metres) => {
    const { picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    const at = picture.view.target.clone();
    const one = picture.project(at);
    at.x += metres;
    return picture.project(at).x - one.x;
  }, reach);
  await page.mouse.move(x + pixels, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels + 60, y + 25, { steps: 6 });
  await page.mouse.up();
  await eventually(async () => (await place())[0]! > before[0]! + 0.1);
  expect(Math.abs((await place())[1]! - before[1]!)).toBeLessThan(1e-3);
  await page.keyboard.press('Escape');
});

it('may change the axis while it turns: where the hand began stays where it was', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: 'box' }).first().click();
  await page.locator('#picture').focus();
  await page.keyboard.press('0');
  await page.keyboard.press('f');
  await page.keyboard.press('t');
  await arrived(visit);
  const turn = (): Promise<number[]> =>
    page.evaluate(() => {
      const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
      return [...picture.bodyMatrix(picture.bodyOf(store.selected)).elements].slice(0, 10) as number[];
    });
  const before = await turn();
  // A point of the ring about z, between x and y.
  const [x, y] = await page.evaluate(() => {
    const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    const at = picture.view.target.clone().setFromMatrixPosition(picture.bodyMatrix(picture.bodyOf(store.selected)));
    const size = picture.view.position.distanceTo(at) * 0.13 * 0.85 * Math.SQRT1_2;
    at.x += size;
    at.y += size;
    const box = picture.canvas.getBoundingClientRect();
    const place = picture.project(at);
    return [box.left + place.x, box.top + place.y] as const;
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 20, { steps: 4 });
  await eventually(async () => (await turn()).some((part, at) => Math.abs(part - before[at]!) > 0.05));
  await page.keyboard.press('x');
  await page.mouse.move(x + 10, y + 10, { steps: 2 });
  await page.locator('#measure', { hasText: 'about x' }).waitFor();
  await page.mouse.move(x, y);
  await page.mouse.up();
  await eventually(async () => (await turn()).every((part, at) => Math.abs(part - before[at]!) < 5e-3));
  await page.keyboard.press('Escape');
});

it('says what cannot be dragged', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: 'floor' }).first().click();
  await page.locator('#picture').focus();
  await page.keyboard.press('g');
  await page.getByText('“floor” cannot be dragged').waitFor();
  await page.keyboard.press('Escape');
});

it('turns a Solid about one axis with a ring, in steps of 15° with Ctrl', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: 'box' }).first().click();
  await page.locator('#picture').focus();
  await page.keyboard.press('5');
  await arrived(visit);
  await page.keyboard.press('t');
  const turn = (): Promise<number> =>
    page.evaluate(() => {
      const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
      const { elements } = picture.bodyMatrix(picture.bodyOf(store.selected));
      return Math.atan2(elements[1], elements[0]) as number;
    });
  const before = await turn();
  const [x, y] = await whereIs(visit, 'box');
  // The ring about z is a circle around the box, seen from above.
  const radius = await page.evaluate(() => {
    const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    const at = picture.view.target.clone().setFromMatrixPosition(picture.bodyMatrix(picture.bodyOf(store.selected)));
    const one = picture.project(at);
    at.x += picture.view.position.distanceTo(at) * 0.13 * 0.85;
    return Math.abs(picture.project(at).x - one.x) as number;
  });
  // Where the rings about x and y are not: between the axes.
  const point = (angle: number): [number, number] => [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
  await page.keyboard.down('Control');
  await page.mouse.move(...point(0.6));
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(...point(0.6 + step * 0.1));
  await page.locator('#measure', { hasText: '45.0° about z' }).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Control');
  await eventually(async () => Math.abs((await turn()) - before - Math.PI / 4) < 2e-3);
  await page.keyboard.press('Escape');
});

it('moves on a grid with Ctrl', async () => {
  const { page } = visit;
  await page.keyboard.press('g');
  const place = (): Promise<number[]> =>
    page.evaluate(() => {
      const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
      return [...picture.bodyMatrix(picture.bodyOf(store.selected)).elements].slice(12, 15) as number[];
    });
  const before = await place();
  const [x, y] = await whereIs(visit, 'box');
  await page.keyboard.down('Control');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 70, y + 50, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await eventually(async () => (await place())[0]! < before[0]! - 0.05);
  for (const part of await place()) expect(Math.abs(part * 10 - Math.round(part * 10))).toBeLessThan(5e-3);
  await page.keyboard.press('Escape');
});

it('pulls on a body with Alt', async () => {
  const { page } = visit;
  const sent: string[] = [];
  page.on('websocket', () => undefined);
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    (globalThis as unknown as { sent: string[] }).sent = [];
    WebSocket.prototype.send = function (data) {
      (globalThis as unknown as { sent: string[] }).sent.push(String(data));
      send.call(this, data);
    };
  });
  const [x, y] = await whereIs(visit, 'sphere');
  await page.keyboard.down('Alt');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y - 40, { steps: 8 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
  sent.push(...(await page.evaluate(() => (globalThis as unknown as { sent: string[] }).sent)));
  const pulls = sent.map((text) => JSON.parse(text)).filter((command) => command.do === 'pull');
  expect(pulls.length).toBeGreaterThan(1);
  expect(pulls[0].target).toHaveLength(3);
  expect(pulls.at(-1).target).toBeNull();
  visit.calm();
});
