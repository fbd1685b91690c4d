// Robots: devices, controls, pictures, console, keyboard; and plots of their values.

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { probe, SMALL, visitMock } from './viewer_visit';

let visit: Visit;
visitMock(SMALL, (opened) => (visit = opened));

it('shows devices with values and small plots', async () => {
  const { page } = visit;
  await page.getByRole('tab', { name: 'Robot' }).click();
  const light = page.locator('[data-device="light"]');
  await light.waitFor();
  const value = light.locator('output');
  const first = await value.textContent();
  await eventually(async () => (await value.textContent()) !== first);
  await page.locator('[data-device="gps"][data-enabled="false"]').waitFor();
  const painted = await light.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const data = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
    return data.some((part) => part > 0);
  });
  expect(painted).toBe(true);
});

it('switches an LED and turns a motor', async () => {
  const { page } = visit;
  await page.getByLabel('led on').check();
  await page.locator('[data-device="led"] output', { hasText: '1' }).waitFor();
  await page.getByLabel('left wheel position', { exact: true }).press('End');
  await eventually(async () => Number((await page.locator('[data-device="left wheel"] .device-value output').textContent())!.replace('\u2212', '-')) > 2);
});

it('drives a wheel, which has no limits, with a velocity', async () => {
  const { page } = visit;
  const value = async (): Promise<number> => Number((await page.locator('[data-device="right wheel"] .device-value output').textContent())!.replace('\u2212', '-'));
  await page.getByLabel('right wheel velocity', { exact: true }).press('End');
  await eventually(async () => (await value()) > 2);
  await page.getByRole('button', { name: 'Stop right wheel' }).click();
  await page.locator('.device-drive', { hasText: '0 rad/s' }).waitFor();
});

it('plots the battery, and values that are dragged to the plots', async () => {
  const { page } = visit;
  await page.getByRole('button', { name: 'Plot battery' }).click();
  await page.locator('.legend-item', { hasText: 'fox battery, J' }).waitFor();
  await page.dragAndDrop('[data-device="accelerometer"]', '.plots-panel');
  await page.locator('.legend-item', { hasText: 'accelerometer z' }).waitFor();
  for (const item of ['battery', 'accelerometer x', 'accelerometer y', 'accelerometer z']) await page.locator('.legend-item', { hasText: item }).click();
  expect(await page.locator('.legend-item').count()).toBe(0);
});

it('shows the picture of a camera', async () => {
  const canvas = visit.page.locator('[data-device="camera"] canvas');
  await eventually(() => canvas.evaluate((one: HTMLCanvasElement) => one.width === 96 && one.getContext('2d')!.getImageData(5, 5, 1, 1).data[3] === 255));
});

it('plots values, holds, and exports CSV and PNG', async () => {
  const { page } = visit;
  await page.getByRole('button', { name: 'Plot light', exact: true }).click();
  await page.getByRole('button', { name: 'Plot distance', exact: true }).click();
  await page.locator('.chart-host canvas').waitFor();
  expect(await page.locator('.legend-item').count()).toBe(2);
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  const text = await readFile((await csv.path())!, 'utf8');
  expect(text.split('\r\n')[0]).toBe('time [s],fox light,fox distance [m]');
  expect(text.split('\r\n').length).toBeGreaterThan(5);
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG' }).click()]);
  expect((await readFile((await png.path())!)).subarray(1, 4).toString()).toBe('PNG');
  await page.getByRole('button', { name: 'Hold' }).click();
  const box = (await page.locator('.chart-host .u-over').boundingBox())!;
  await page.getByRole('button', { name: 'Hold' }).click();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Reset zoom' }).waitFor();
  await page.locator('.marks .zoomed').waitFor();
  await page.locator('.measured', { hasText: 'real time' }).or(page.getByRole('button', { name: 'Continue from here' })).first().waitFor();
  // A click shows that time. The new button may have moved the plot.
  const zoomed = (await page.locator('.chart-host .u-over').boundingBox())!;
  await page.mouse.click(zoomed.x + zoomed.width * 0.5, zoomed.y + 10);
  const middle = await eventually(async () => {
    const now = await probe(visit);
    return now.isPast ? now.time : null;
  });
  await page.mouse.click(zoomed.x + zoomed.width * 0.25, zoomed.y + 10);
  await eventually(async () => (await probe(visit)).time < middle);
  await page.getByRole('button', { name: 'Live' }).click();
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  expect(await page.locator('.marks .zoomed').count()).toBe(0);
  await page.locator('.legend-item', { hasText: 'light' }).click();
  expect(await page.locator('.legend-item').count()).toBe(1);
});

it('shows the console with colours, search and a choice of robot', async () => {
  const { page } = visit;
  // An error of a controller and a report of Foxden were printed while the console was closed.
  await page.getByRole('button', { name: 'Console and plots: 2 new lines about problems' }).waitFor();
  await page.getByRole('tab', { name: 'Console' }).click();
  await page.getByRole('button', { name: 'Console and plots', exact: true }).waitFor();
  await page.locator('.console [data-color="2"]', { hasText: 'fox' }).waitFor();
  await page.getByLabel('Search the console').fill('battery');
  await eventually(async () => (await page.locator('.console-line').count()) === 1);
  await page.getByLabel('Search the console').fill('');
  await page.getByLabel('Lines of').selectOption({ label: 'vixen' });
  await page.locator('.console-line[data-stream="err"]').waitFor();
  expect(await page.locator('.console-line[data-stream="foxden"]').count()).toBe(0);
});

it('restarts a controller', async () => {
  // Beside the lines of one robot, and in the panel of the robot.
  const buttons = visit.page.getByRole('button', { name: 'Restart' });
  expect(await buttons.count()).toBe(2);
  for (const button of await buttons.all()) await button.click();
  await visit.page.getByLabel('Lines of').selectOption({ label: 'Everything' });
  expect(await buttons.filter({ visible: true }).count()).toBe(1);
  visit.calm();
});

it('passes keys to the chosen robot, until Escape', async () => {
  const { page } = visit;
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    (globalThis as unknown as { sent: string[] }).sent = [];
    WebSocket.prototype.send = function (data) {
      (globalThis as unknown as { sent: string[] }).sent.push(String(data));
      send.call(this, data);
    };
  });
  await page.getByRole('button', { name: 'Keyboard' }).click();
  await page.keyboard.down('ArrowUp');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.keyboard.up('ArrowUp');
  await page.keyboard.press('Escape');
  const sent = await page.evaluate(() => (globalThis as unknown as { sent: string[] }).sent);
  const keys = sent.map((text) => JSON.parse(text)).filter((command) => command.do === 'input').map((command) => command.keys);
  expect(keys).toContainEqual([315]);
  expect(keys).toContainEqual([315, 65]);
  expect(keys.at(-1)).toEqual([]);
  expect(await page.getByRole('button', { name: 'Keyboard' }).getAttribute('aria-pressed')).toBe('false');
});

it('passes mouse and joystick to the chosen robot', async () => {
  const { page } = visit;
  await page.evaluate(() => {
    (globalThis as unknown as { sent: string[] }).sent = [];
    // A browser shows a joystick only after a button of a real one was pressed: here a test plugs it in.
    (globalThis as unknown as { pad: object | null }).pad = null;
    Object.defineProperty(navigator, 'getGamepads', { configurable: true, value: () => [null, (globalThis as unknown as { pad: object | null }).pad] });
  });
  const plug = (isPlugged: boolean): Promise<void> =>
    page.evaluate((isThere) => {
      const pad = { id: 'Test pad', mapping: 'standard', axes: [0.5, -1], buttons: Array.from({ length: 17 }, (_, at) => ({ pressed: [1, 12, 15].includes(at) })) };
      (globalThis as unknown as { pad: object | null }).pad = isThere ? pad : null;
    }, isPlugged);
  await page.getByRole('button', { name: 'Keyboard' }).click();
  const box = (await page.locator('#picture').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.75);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.up({ button: 'middle' });
  interface Input { readonly do: string; readonly mouse: { readonly u: number; readonly v: number; readonly middle: boolean } | null; readonly joystick: { readonly axes: number[]; readonly buttons: number[]; readonly povs: number[] } | null }
  const inputs = async (): Promise<Input[]> => {
    const sent = await page.evaluate(() => (globalThis as unknown as { sent: string[] }).sent);
    return sent.map((text) => JSON.parse(text) as Input).filter((command) => command.do === 'input');
  };
  await eventually(async () => (await inputs()).some(({ mouse }) => mouse?.middle && Math.abs(mouse.u - 0.25) < 0.01 && Math.abs(mouse.v - 0.75) < 0.01));
  expect((await inputs()).every((input) => input.joystick === null)).toBe(true);
  await plug(true);
  await page.getByText('Test pad goes to the robot.').waitFor();
  const joystick = await eventually(async () => (await inputs()).find((input) => input.joystick)?.joystick ?? null);
  expect(joystick).toMatchObject({ axes: [16384, -32767], buttons: [1], povs: [0x101] });
  await plug(false);
  await eventually(async () => (await inputs()).at(-1)?.joystick === null);
  await plug(true);
  await eventually(async () => (await inputs()).at(-1)?.joystick?.buttons[0] === 1);
  await page.locator('#picture').focus();
  await page.keyboard.press('Escape');
  // Who gives the robot back lets go of everything.
  await eventually(async () => (await inputs()).at(-1)?.joystick?.axes.every((axis) => axis === 0));
  expect((await inputs()).at(-1)).toMatchObject({ keys: [], mouse: null, joystick: { buttons: [], povs: [0] } });
  await plug(false);
});
