// Photographs of the viewer in real worlds, to be looked at: desktop dark and light, and phone. Those in the guide and
// in the README are made with it.
//
//   node bench/situations.mjs --binary FOXDEN [--output FOLDER] [--only NAME]

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

function option(name, missing) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? missing : process.argv[at + 1];
}

const binary = option('binary', process.env.FOXDEN_BINARY);
const output = option('output', join(ROOT, 'web/screenshots'));
const only = option('only', null);

/** Starts `foxden view` and gives its address. */
async function view(folder, options) {
  const child = spawn(binary, ['view', ...options, '--port', '0', '--offline'], {
    stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, XDG_STATE_HOME: join(folder, 'state'), XDG_CACHE_HOME: join(folder, 'cache') },
  });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (part) => {
      said = `${said}${part}`.slice(-10_000);
      const found = /page\s+(http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`foxden said only '${said}'`)));
  });
  return { address, stop: () => child.kill('SIGTERM') };
}

const world = (path) => join(ROOT, path);
const select = async (page, name) => {
  await page.getByLabel('Search nodes').fill(name);
  await page.locator('.tree-row', { hasText: name }).first().click();
  await page.getByLabel('Search nodes').fill('');
};
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const check = async (page, ...names) => {
  for (const name of names) await page.getByLabel(name, { exact: true }).check();
};
const wait = (page, seconds) => page.waitForTimeout(seconds * 1000);

/** Where the robot of the animation is dragged, in pixels: behind the screen. */
const TO = [107, -114];

/** Each: a name, the options of `foxden view`, how the browser looks, and what a person does. */
const SITUATIONS = [
  ['start', [], { ...DESKTOP, colorScheme: 'light' }, async (page) => {
    await page.locator('.world img').nth(3).waitFor();
    await wait(page, 2);
  }],
  ['warehouse', [world('tests/worlds/warehouse/worlds/warehouse.wbt'), '--no-controllers'], { ...DESKTOP, colorScheme: 'light' }, async (page) => {
    await select(page, 'forklift east');
    await page.locator('#picture').focus();
    await page.keyboard.press('Shift+F');
    await wait(page, 1);
    const box = await page.locator('#picture').boundingBox();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.6, { steps: 8 });
    await page.mouse.up();
    await page.mouse.wheel(0, -500);
    await wait(page, 2);
  }],
  ['light', [world('worlds/light_following.wbt')], { ...DESKTOP, colorScheme: 'dark' }, async (page) => {
    await select(page, 'cub');
    await tab(page, 'Why');
    await check(page, 'Light');
    await page.locator('.why-table').first().waitFor();
    await page.mouse.move(620, 400);
    await wait(page, 1);
  }],
  ['charger', [world('worlds/charging_station.wbt')], { ...DESKTOP, colorScheme: 'light' }, async (page) => {
    await tab(page, 'Why');
    await check(page, 'Chargers');
    await wait(page, 14);
  }],
  ['robot', [world('examples/worlds/blob_follower.wbt')], { ...DESKTOP, colorScheme: 'dark' }, async (page) => {
    await tab(page, 'Robot');
    await page.locator('.device').first().waitFor();
    await wait(page, 3);
    for (const button of await page.locator('[data-device$="motor"] .device-value .mini').all()) await button.click();
    await wait(page, 5);
  }],
  ['move', [world('worlds/hello.wbt'), '--paused'], { ...DESKTOP, colorScheme: 'light' }, async (page) => {
    await page.locator('.tree-row').nth(5).click();
    await page.locator('#picture').focus();
    await page.keyboard.press('g');
    await wait(page, 1);
  }],
  ['mechanics', [world('tests/worlds/arm_cell/worlds/arm_cell.wbt'), '--no-controllers'], { ...DESKTOP, colorScheme: 'dark' }, async (page) => {
    await tab(page, 'Why');
    await check(page, 'Joints', 'Contacts');
    await wait(page, 2);
  }],
  ['past', [world('worlds/charging_station.wbt')], { ...DESKTOP, colorScheme: 'light' }, async (page) => {
    await wait(page, 20);
    await page.getByRole('button', { name: 'Console and plots' }).click();
    await tab(page, 'Events');
    const line = await page.getByLabel('Time line').boundingBox();
    await page.mouse.click(line.x + line.width * 0.55, line.y + line.height / 2);
    await wait(page, 1);
  }],
  ['den', [world('worlds/reynard_den.wbt')], { ...DESKTOP, colorScheme: 'dark' }, async (page) => {
    await wait(page, 2);
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('dialog').waitFor();
  }],
  ['phone', [world('worlds/charging_station.wbt')], { ...PHONE, colorScheme: 'light' }, async (page) => {
    await wait(page, 1);
  }],
  ['phone-why', [world('worlds/light_following.wbt')], { ...PHONE, colorScheme: 'dark' }, async (page) => {
    await page.getByRole('button', { name: 'Why' }).tap();
    await check(page, 'Light');
    await page.locator('.why-table').first().waitFor();
    await wait(page, 1);
  }],
  ['phone-robot', [world('worlds/hello.wbt')], { ...PHONE, colorScheme: 'light' }, async (page) => {
    await page.getByRole('button', { name: 'Robot' }).tap();
    await page.locator('.device').first().waitFor();
    await wait(page, 3);
  }],
  // The frames of the animation in the guide; animation.py puts them together.
  ['animation', [world('worlds/light_following.wbt'), '--paused'], { viewport: { width: 960, height: 600 }, colorScheme: 'dark' }, async (page) => {
    let count = 0;
    const shoot = async (times = 1) => {
      await wait(page, 0.25);
      for (let at = 0; at < times; at += 1) {
        await page.screenshot({ path: join(output, `frame-${String(count).padStart(3, '0')}.png`) });
        count += 1;
      }
    };
    await shoot(3);
    const cub = page.locator('.tree-row', { hasText: 'cub' });
    await cub.click();
    await shoot(3);
    await tab(page, 'Why');
    await shoot(2);
    await check(page, 'Light');
    await page.locator('.why-table').first().waitFor();
    await shoot(5);
    await page.locator('#picture').focus();
    await page.keyboard.press('g');
    await shoot(2);
    const [x, y] = await page.evaluate(() => {
      const { store, picture } = globalThis.foxdenViewer;
      const at = picture.view.target.clone().setFromMatrixPosition(picture.bodyMatrix(picture.bodyOf(store.selected)));
      const box = picture.canvas.getBoundingClientRect();
      const place = picture.project(at);
      return [box.left + place.x, box.top + place.y];
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    const steps = 14;
    for (let step = 1; step <= steps; step += 1) {
      await page.mouse.move(x + (TO[0] * step) / steps, y + (TO[1] * step) / steps);
      await shoot();
    }
    await page.mouse.up();
    await wait(page, 0.5);
    await shoot(9);
  }],
  ['welcome', [world('worlds/hello.wbt')], { ...DESKTOP, colorScheme: 'dark', greeting: true }, async (page) => {
    await wait(page, 1);
  }],
];

await mkdir(output, { recursive: true });
for (const [name, options, { greeting, ...look }, act] of SITUATIONS) {
  if (only && only !== name) continue;
  const folder = await mkdtemp(join(tmpdir(), 'foxden-situations-'));
  const program = await view(folder, options);
  const context = await chromium.launchPersistentContext(join(folder, 'browser'), { executablePath: process.env.FOXDEN_CHROMIUM ?? '/usr/bin/chromium', headless: true, args: FLAGS, ...look });
  context.setDefaultTimeout(60_000);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(program.address);
    if (options.length > 0) {
      await page.locator('#picture[data-ready="true"]').waitFor();
      if (!greeting) await page.getByRole('button', { name: 'Got it' }).click();
    }
    await act(page);
    await page.screenshot({ path: join(output, `situation-${name}.png`) });
    console.log(`situation-${name}.png`);
  } catch (error) {
    console.error(`${name}: ${error.message.split('\n')[0]}`);
    process.exitCode = 1;
  } finally {
    await context.close();
    program.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
