// Time: play, pause, step, speed, reset, look back, continue from the past.

import { expect, it } from 'vitest';
import { eventually, type Visit } from './chromium';
import { probe, SMALL, visitMock } from './viewer_visit';

let visit: Visit;
visitMock(SMALL, (opened) => (visit = opened));

it('pauses with the button and the space bar, and steps', async () => {
  const { page } = visit;
  await eventually(async () => (await probe(visit)).time > 0.5);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const { time } = await probe(visit);
  await page.getByRole('button', { name: 'One step' }).click();
  await eventually(async () => Math.abs((await probe(visit)).time - time - 0.016) < 1e-6);
  await page.locator('#picture').focus();
  await page.keyboard.press('.');
  await eventually(async () => Math.abs((await probe(visit)).time - time - 0.032) < 1e-6);
  await page.keyboard.press('Space');
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.waitFor();
  // After a click on a button the space bar is still for time.
  await page.getByRole('button', { name: 'Parallel projection' }).click();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect((await probe(visit)).isOrthographic).toBe(true);
  await page.keyboard.press('Space');
  await pause.waitFor();
  // Who reached it by keys presses it.
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Parallel projection' }).focus();
  await page.keyboard.press('Space');
  await eventually(async () => !(await probe(visit)).isOrthographic);
});

it('changes the speed', async () => {
  await visit.page.getByLabel('Speed of time').selectOption('4');
  await visit.page.locator('.measured', { hasText: '4.0×' }).waitFor();
  await visit.page.locator('#picture').focus();
  await visit.page.keyboard.press('<');
  await visit.page.locator('.measured', { hasText: '2.0×' }).waitFor();
});

it('looks back with the time line and returns to now', async () => {
  const { page } = visit;
  await eventually(async () => (await probe(visit)).time > 4);
  const line = page.getByLabel('Time line');
  const box = (await line.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByRole('button', { name: 'Continue from here' }).waitFor();
  // The line under the hand did not move.
  expect(await line.boundingBox()).toEqual(box);
  const { time } = await probe(visit);
  await page.waitForTimeout(300);
  expect((await probe(visit)).time).toBe(time);
  await page.locator('#picture').focus();
  await page.keyboard.press('[');
  await eventually(async () => Math.abs((await probe(visit)).time - (time - 1)) < 0.1);
  // Who stops the world may go on looking at the past; who lets it run wants to see it.
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect((await probe(visit)).isPast).toBe(true);
  await page.keyboard.press('Space');
  await eventually(async () => !(await probe(visit)).isPast);
  await page.keyboard.press('[');
  await page.getByRole('button', { name: 'Continue from here' }).waitFor();
  await page.getByRole('button', { name: 'Live' }).click();
  await eventually(async () => (await probe(visit)).time > time + 0.5);
});

it('continues from the past', async () => {
  const { page } = visit;
  await page.locator('#picture').focus();
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await page.getByText('The world is again as it was').waitFor();
});

it('goes back to the start', async () => {
  await visit.page.getByRole('button', { name: 'Back to the start' }).click();
  await eventually(async () => (await probe(visit)).time < 2);
  visit.calm();
});
