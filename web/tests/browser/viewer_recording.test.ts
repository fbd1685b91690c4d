// Recordings by drag and drop, also wrong ones; hostile names stay texts.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { writeFrame } from '../mock/frame_writer';
import { htmlRecording } from '../mock/html_recording';
import { McapWriter } from '../mock/mcap_writer';
import { MockWorld } from '../mock/viewer_world';
import { eventually, Visit } from './chromium';
import { dropFile, probe, SMALL, visitMock } from './viewer_visit';

let visit: Visit;
visitMock(SMALL, (opened) => (visit = opened));

function recording(title = 'Recorded <b>run</b>'): Buffer {
  const world = new MockWorld(0);
  const writer = new McapWriter();
  writer.message('hello', 0, { ...world.hello(false), world: { title, file: 'run.mcap' } });
  writer.message('scene', 0, world.scene());
  for (const [name, blob] of world.blobs) writer.attachment(name, blob);
  for (let step = 1; step <= 300; step += 1) writer.message('frame', step * 0.016, writeFrame(step * 0.016, step, world.advance(), [-40, -40, -40], 80, step % 50 === 1 ? 1 : 0));
  return writer.finish();
}

it('names that are script stay texts', async () => {
  const { page } = visit;
  await page.locator('.tree-row', { hasText: '<img src=x onerror=' }).click();
  await page.locator('.node-title', { hasText: '<img' }).waitFor();
  await page.keyboard.press('c');
  await page.locator('.console-text', { hasText: '<script>' }).waitFor();
  expect(await page.locator('.tree img, .node-panel img, .console script').count()).toBe(0);
  expect(await page.title()).toBe('Playground – Foxden');
});

it('says what is wrong with files that are no recordings', async () => {
  await dropFile(visit, 'notes.mcap', Buffer.from('hello'));
  await visit.page.getByText('notes.mcap: This is no MCAP file.').waitFor();
  await dropFile(visit, 'page.html', Buffer.from('<html></html>'));
  await visit.page.getByText('page.html: This is no recording of Foxden.').first().waitFor();
  await dropFile(visit, 'notes.txt', Buffer.from('hello'));
  await visit.page.getByText('notes.txt: This is no recording. A recording is an .mcap or .html file.').first().waitFor();
  await dropFile(visit, 'hello.wbt', Buffer.from('#VRML_SIM R2025a utf8'));
  await visit.page.getByText('hello.wbt: This is a world, not a recording. Open it with: foxden view hello.wbt').first().waitFor();
  expect((await probe(visit)).time).toBeGreaterThan(0);
});

it('shows an HTML recording from the disk, without any server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foxden-html-'));
  const path = join(folder, 'run.html');
  await writeFile(path, htmlRecording(recording()));
  const alone = await Visit.open(pathToFileURL(path).href, { ...SMALL, webgl: true });
  try {
    await alone.page.locator('#picture[data-ready="true"]').waitFor();
    await alone.page.locator('#title', { hasText: 'Recorded' }).waitFor();
    await eventually(async () => (await probe(alone)).time > 0.3);
    await alone.page.locator('.tree-row', { hasText: 'FoxBot' }).first().click();
    expect((await probe(alone)).selected).toBe('fox');
    // What a recording lacks is said in its own words.
    await alone.page.getByText('Recordings have no fields.').waitFor();
    await alone.page.locator('#picture').focus();
    await alone.page.keyboard.press('g');
    await alone.page.getByText('This is a recording: it can be looked at, not changed.').waitFor();
    await alone.page.getByRole('button', { name: 'Help' }).click();
    expect(await alone.page.getByRole('link', { name: 'Licences' }).count()).toBe(0);
    await alone.page.getByRole('button', { name: 'Close help' }).click();
    await alone.page.setViewportSize({ width: 390, height: 844 });
    await alone.page.locator('#status', { hasText: 'Recording' }).waitFor();
    expect((await alone.page.locator('#status').boundingBox())!.width).toBeGreaterThan(60);
    alone.calm();
  } finally {
    await alone.close();
    await rm(folder, { recursive: true, force: true });
  }
  await dropFile(visit, 'run.html', Buffer.from(htmlRecording(recording())));
  await visit.page.locator('#title', { hasText: 'Recorded' }).waitFor();
});

it('plays a recording, scrubs, and changes nothing', async () => {
  const { page } = visit;
  await dropFile(visit, 'run.mcap', recording());
  await page.locator('#title', { hasText: 'Recorded <b>run</b>' }).waitFor();
  await eventually(async () => (await probe(visit)).time > 0.3);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const line = page.getByLabel('Time line');
  const box = (await line.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
  await eventually(async () => Math.abs((await probe(visit)).time - 3.6) < 0.2);
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2);
  await eventually(async () => Math.abs((await probe(visit)).time - 1.2) < 0.2);
  expect(await page.getByRole('button', { name: 'Continue from here' }).isHidden()).toBe(true);
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.getByLabel('Chargers', { exact: true }).check();
  await page.getByText('Recordings do not contain this.').waitFor();
  await page.getByLabel('Chargers', { exact: true }).uncheck();
  visit.calm();
});

it('shows what is there of a recording that is cut off, and refuses one that is too large, in words', async () => {
  const { page } = visit;
  const whole = recording('Half a run');
  await dropFile(visit, 'half.mcap', whole.subarray(0, whole.length - 5000));
  await page.locator('#title', { hasText: 'Half a run' }).waitFor();
  await page.getByText('The recording is cut off. What is there is shown.').waitFor();
  await eventually(async () => (await probe(visit)).time > 0.3);
  await page.evaluate(() => {
    const file = new File(['x'], 'huge.mcap');
    // Nobody wants to write such a file for a test.
    Object.defineProperty(file, 'size', { value: 2e9 });
    const transfer = new DataTransfer();
    Object.defineProperty(transfer, 'files', { value: [file] });
    const event = new DragEvent('drop');
    Object.defineProperty(event, 'dataTransfer', { value: transfer });
    dispatchEvent(event);
  });
  await page.getByText('huge.mcap: The recording is larger than 1.5 GB.').waitFor();
  expect(await page.locator('#title').textContent()).toBe('Half a run');
  visit.calm();
});

it('opens a recording that is chosen in the file dialog', async () => {
  const { page } = visit;
  await page.locator('#picture').focus();
  await page.keyboard.press('?');
  const [dialog] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a recording' }).click()]);
  await dialog.setFiles({ name: 'other.mcap', mimeType: 'application/octet-stream', buffer: recording('Chosen run') });
  await page.locator('#title', { hasText: 'Chosen run' }).waitFor();
  visit.calm();
});

it('goes back from a recording to the world behind it', async () => {
  const { page } = visit;
  await dropFile(visit, 'run.mcap', recording());
  await page.locator('#status', { hasText: 'Recording' }).waitFor();
  await page.getByRole('button', { name: 'Close recording' }).click();
  await page.locator('#status', { hasText: 'Connected' }).waitFor();
  await page.locator('#title', { hasText: 'Playground' }).waitFor();
  expect(await page.getByRole('button', { name: 'Close recording' }).isHidden()).toBe(true);
});
