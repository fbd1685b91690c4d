// The browser's part of `cargo xtask bench viewer`: page size, time to the first picture, script time for moving
// bodies, scrub latency, and the same moving boxes in viser, rerun and MeshCat. Prints two tables in Markdown.
//
//   node bench/viewer.mjs --binary FOXDEN [--python PYTHON] [--seconds 5]

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');
const FLAGS = [
  '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-gpu-sandbox', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
/** Small, because software draws each pixel. */
const VIEWPORT = { width: 640, height: 400 };
const COUNTS = [1000, 10_000];
const PEERS = ['viser', 'rerun', 'meshcat'];
/** How long a page may take until it shows something. */
const PATIENCE = 120_000;

function option(name, missing) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? missing : process.argv[at + 1];
}

const binary = option('binary', process.env.FOXDEN_BINARY);
const python = option('python', process.env.FOXDEN_VIEWERS ?? null);
const seconds = Number(option('seconds', '5'));
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** Bytes of the viewer's files with brotli. */
function pageSize() {
  const dist = join(ROOT, 'web/dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.startsWith('index'));
  return files.reduce((sum, entry) => sum + brotliCompressSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);
}

/** A world of boxes that drift and turn: the scene of peers.py. */
function driftWorld(count) {
  const box = (at) =>
    `Solid { translation ${at % 100} ${Math.floor(at / 100)} 0 name "${at}" linearVelocity 0.1 0.05 0.02 angularVelocity 0 0 1
  children [ Shape { appearance PBRAppearance { baseColor 0.8 0.4 0.2 roughness 0.6 metalness 0 } geometry Box { size 0.5 0.5 0.5 } } ] }`;
  return `#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 32 }
Viewpoint { position -40 ${count / 200} 60 orientation 0 1 0 0.8 }
Background { skyColor [ 0.4 0.5 0.6 ] }
DirectionalLight { direction 0.3 0.5 -1 }
${Array.from({ length: count }, (_, at) => box(at)).join('\n')}
`;
}

/** Starts a program that prints `page ADDRESS`. */
async function start(program, arguments_, patience = PATIENCE) {
  const child = spawn(program, arguments_, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { text: '', error: '', updates: [] };
  child.stdout.on('data', (data) => {
    said.text += data;
    said.updates = [...said.text.matchAll(/^updates (\S+)$/gm)].map((found) => Number(found[1]));
  });
  child.stderr.on('data', (data) => (said.error += data));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.once('error', (error) => (said.error += error.message));
  const end = Date.now() + patience;
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([gone, sleep(5000).then(() => child.kill('SIGKILL'))]);
  };
  for (;;) {
    const address = /^\s*page\s+(http\S+)/m.exec(said.text)?.[1];
    if (address) return { address, said, stop };
    if (child.exitCode !== null || child.pid === undefined || Date.now() > end) {
      await stop();
      throw new Error(said.error.trim().split('\n').at(-1) || 'it printed no address');
    }
    await sleep(50);
  }
}

/** Opens a page in a browser of its own and gives it to `use`. */
async function browse(address, use) {
  const folder = await mkdtemp(join(tmpdir(), 'foxden-bench-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.FOXDEN_CHROMIUM ?? '/usr/bin/chromium', headless: true, viewport: VIEWPORT, args: FLAGS,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const tools = await context.newCDPSession(page);
    let bytes = 0;
    tools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await tools.send('Network.enable');
    await tools.send('Performance.enable');
    await page.goto(address, { timeout: PATIENCE });
    return await use({ page, tools, bytes: () => bytes });
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds of script and pictures while a page is watched for some seconds. */
async function watch({ page, tools }) {
  const scriptSeconds = async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration').value;
  };
  const before = await scriptSeconds();
  const pictures = await page.evaluate(
    (duration) =>
      new Promise((resolve) => {
        let count = 0;
        const end = performance.now() + duration;
        const tick = () => {
          count += 1;
          if (performance.now() < end) requestAnimationFrame(tick);
          else resolve(count);
        };
        requestAnimationFrame(tick);
      }),
    seconds * 1000,
  );
  return { script: (await scriptSeconds()) - before, pictures };
}

async function firstPicture(page) {
  await page.waitForFunction(() => globalThis.foxdenViewer?.picture.firstPictureAt != null, null, { timeout: PATIENCE });
  return page.evaluate(() => globalThis.foxdenViewer.picture.firstPictureAt);
}

/** Times from a touch of the time line until the picture of that moment is drawn, in milliseconds. */
function scrub(page) {
  return page.evaluate(async () => {
    const { store, picture } = globalThis.foxdenViewer;
    const line = document.querySelector('.timeline');
    const { from, to } = store.clock.history;
    const times = [];
    for (let round = 0; round < 20; round += 1) {
      const time = from + ((to - from) * ((round * 7) % 20)) / 20;
      const start = performance.now();
      line.value = String(time);
      line.dispatchEvent(new Event('input'));
      let drawn = null;
      while (performance.now() - start < 5000) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (!store.isPast || Math.abs(store.time - time) > 0.2) continue;
        drawn ??= picture.drawn;
        if (picture.drawn > drawn || !store.poses.needsShow) break;
      }
      times.push(performance.now() - start);
    }
    document.querySelector('.live').click();
    return times;
  });
}

const rows = [];
const row = (what, figure, goal, isGood) => rows.push(`| ${what} | ${figure} | ${goal} | ${isGood === null ? '' : isGood ? 'yes' : '**no**'} |`);
const peerRows = [];
const folder = await mkdtemp(join(tmpdir(), 'foxden-drift-'));
try {
  const size = pageSize();
  row('page with brotli', `${(size / 1000).toFixed(0)} kB`, 'at most 250 kB', size <= 250_000);
  const hello = await start(binary, ['view', join(ROOT, 'worlds/reynard_den.wbt'), '--port', '0', '--no-controllers']);
  try {
    const times = [];
    for (let round = 0; round < 3; round += 1) times.push(await browse(hello.address, ({ page }) => firstPicture(page)));
    row('opening the address to the first picture, `reynard_den.wbt`, new browser, median of 3', `${median(times).toFixed(0)} ms`, 'at most 1,500 ms', median(times) <= 1500);
  } finally {
    await hello.stop();
  }
  for (const count of COUNTS) {
    const world = join(folder, `drift${count}.wbt`);
    writeFileSync(world, driftWorld(count));
    const view = await start(binary, ['view', world, '--port', '0', '--no-controllers']);
    try {
      await browse(view.address, async (open) => {
        const { page } = open;
        const first = await firstPicture(page);
        await page.getByRole('button', { name: 'Got it' }).click();
        await sleep(2000);
        await page.evaluate(() => {
          const { picture } = globalThis.foxdenViewer;
          const samples = (globalThis.samples = []);
          let drawn = picture.drawn;
          const tick = () => {
            if (picture.drawn !== drawn) samples.push([picture.scriptTime, picture.moveTime]);
            drawn = picture.drawn;
            requestAnimationFrame(tick);
          };
          tick();
        });
        const { script, pictures } = await watch(open);
        const samples = await page.evaluate(() => globalThis.samples);
        const [whole, moving] = [0, 1].map((at) => median(samples.map((pair) => pair[at])));
        row(`script of a picture, ${count} moving bodies, median of ${samples.length}`, `${whole.toFixed(2)} ms, of which moving ${moving.toFixed(2)} ms`, 'at most 4 ms', whole <= 4);
        row(`first picture, ${count} bodies`, `${first.toFixed(0)} ms`, '', null);
        const updates = 30 * seconds;
        peerRows.push(`| Foxden | ${count} | ${(open.bytes() / 1000).toFixed(0)} kB | 30 | ${((script * 1000) / updates).toFixed(2)} ms | ${(pictures / seconds).toFixed(1)} |`);
        const times = await scrub(page);
        row(`looking at another time, ${count} bodies, median and worst of ${times.length}`, `${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`, 'at most 200 ms', Math.max(...times) <= 200);
      });
    } finally {
      await view.stop();
    }
  }
  for (const peer of PEERS) {
    for (const count of COUNTS) {
      try {
        if (!python) throw new Error('there is no Python environment with its package');
        const server = await start(python, [join(import.meta.dirname, 'peers.py'), peer, String(count)]);
        try {
          await browse(server.address, async (open) => {
            // Others do not say when they have drawn: ten seconds are enough for all of them.
            await sleep(10_000);
            const seen = server.said.updates.length;
            const { script, pictures } = await watch(open);
            const rates = server.said.updates.slice(seen);
            const rate = rates.reduce((sum, one) => sum + one, 0) / Math.max(rates.length, 1);
            peerRows.push(`| ${peer} | ${count} | ${(open.bytes() / 1000).toFixed(0)} kB | ${rate.toFixed(1)} | ${((script * 1000) / Math.max(rate * seconds, 1)).toFixed(2)} ms | ${(pictures / seconds).toFixed(1)} |`);
          });
        } finally {
          await server.stop();
        }
      } catch (error) {
        peerRows.push(`| ${peer} | ${count} | cannot run: ${String(error.message).split('\n')[0].slice(0, 120)} | | | |`);
      }
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(['| measured in Chromium | Foxden | goal | met |', '|---|---|---|---|', ...rows, ''].join('\n'));
console.log(['| viewer | moving boxes | loaded over HTTP | updates a second | script for an update | pictures a second |', '|---|---|---|---|---|---|', ...peerRows, ''].join('\n'));
process.exit(0);
