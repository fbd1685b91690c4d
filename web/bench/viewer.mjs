// Measures the viewer's page in Chromium and prints one JSON object: page size with brotli, time to the first
// picture, and script time per picture for moving bodies (GPU excluded). Run by `cargo xtask bench viewer`.
//
//   node bench/viewer.mjs --address http://localhost:PORT/view.html?token=… [--seconds 5]
//
// Without --address the made-up world of tests/mock is measured, with --bodies N moving robots.

import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const root = join(import.meta.dirname, '..');

function option(name, missing) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? missing : process.argv[at + 1];
}

/** Bytes of both pages with brotli, and of the viewer alone. */
function pageSize() {
  const dist = join(root, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map((entry) => [entry.name, brotliCompressSync(readFileSync(join(entry.parentPath, entry.name))).length]);
  const sum = (list) => list.reduce((total, [, size]) => total + size, 0);
  return { bothPages: sum(sizes), viewer: sum(sizes.filter(([name]) => !name.startsWith('index'))) };
}

const percentile = (sorted, share) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];

async function measure(address, seconds) {
  const folder = await mkdtemp(join(tmpdir(), 'foxden-bench-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.FOXDEN_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    viewport: { width: 1280, height: 720 },
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(address);
    await page.locator('#picture[data-ready="true"]').waitFor({ timeout: 120_000 });
    const firstPicture = await page.evaluate(() => globalThis.foxdenViewer.picture.firstPictureAt);
    await page.waitForTimeout(1000);
    const samples = await page.evaluate(
      (duration) =>
        new Promise((resolve) => {
          const { picture, store } = globalThis.foxdenViewer;
          const times = [];
          let drawn = picture.drawn;
          const end = performance.now() + duration;
          const tick = () => {
            if (picture.drawn !== drawn) times.push([picture.scriptTime, picture.moveTime]);
            drawn = picture.drawn;
            if (performance.now() < end) requestAnimationFrame(tick);
            else resolve({ times, bodies: store.poses.count });
          };
          requestAnimationFrame(tick);
        }),
      seconds * 1000,
    );
    const summary = (at) => {
      const sorted = samples.times.map((pair) => pair[at]).toSorted((a, b) => a - b);
      return { median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), worst: sorted.at(-1) };
    };
    return {
      bodies: samples.bodies,
      firstPictureMilliseconds: firstPicture,
      pictures: samples.times.length,
      scriptMilliseconds: summary(0),
      movingMilliseconds: summary(1),
    };
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = Number(option('seconds', '5'));
let address = option('address', null);
let server = null;
if (address === null) {
  process.env.FOXDEN_MOCK = '1';
  process.env.FOXDEN_MOCK_BODIES = option('bodies', '1000');
  process.chdir(root);
  server = await preview({ root, logLevel: 'error', preview: { port: 0, host: '127.0.0.1' } });
  address = `${server.resolvedUrls.local[0]}view.html`;
}
const result = { pageBytes: pageSize(), ...(await measure(address, seconds)) };
console.log(JSON.stringify(result, null, 2));
await server?.close();
process.exit(0);
