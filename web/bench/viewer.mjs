// The browser's part of `cargo xtask bench viewer`: page size, time to the first picture, script time for moving
// bodies, scrub latency, and the same moving boxes in viser, rerun and MeshCat. Prints one table in Markdown, after the
// rows of the server's part.
//
//   node bench/viewer.mjs --binary FOXDEN [--table FILE] [--python PYTHON] [--seconds 5] [--only scene|recording|peers]

import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
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
/** Simulated steps of 32 ms in the recording: two minutes. */
const RECORDED_STEPS = 3750;
const PEERS = ['viser', 'rerun', 'meshcat'];
/** How long a page may take until it shows something. */
const PATIENCE = 120_000;

function option(name, missing) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? missing : process.argv[at + 1];
}

const binary = option('binary', process.env.FOXDEN_BINARY);
const python = option('python', process.env.FOXDEN_VIEWERS ?? null);
const only = option('only', null);
const isWanted = (part) => only === null || only === part;
const seconds = Number(option('seconds', '5'));
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const execute = promisify(execFile);
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** Bytes of the viewer's files with brotli. */
function pageSize() {
  const dist = join(ROOT, 'web/dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.startsWith('index') && !entry.name.endsWith('.br'));
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

/** Process groups of the programs that run. MeshCat starts a second process that outlives the first. */
const groups = new Set();

function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // all of them are gone
  }
}

process.on('exit', () => groups.forEach((group) => signalGroup(group, 'SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Starts a program that prints `page ADDRESS`. */
async function start(program, arguments_, patience = PATIENCE) {
  const child = spawn(program, arguments_, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  if (child.pid !== undefined) groups.add(child.pid);
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
    if (child.pid === undefined) return;
    signalGroup(child.pid, 'SIGTERM');
    await Promise.race([gone, sleep(5000)]);
    signalGroup(child.pid, 'SIGKILL');
    groups.delete(child.pid);
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
        if (Math.abs(store.time - time) > 0.2) continue;
        drawn ??= picture.drawn;
        if (picture.drawn > drawn || !store.poses.needsShow) break;
      }
      times.push(performance.now() - start);
    }
    document.querySelector('.live')?.click();
    return times;
  });
}

const HEAD = '| measured | Foxden | against | ratio | goal | |\n|---|---|---|---|---|---|';
const rows = [];
/** A row of the table; `value` is compared with the greatest that is allowed, if there is one. */
function row(what, ours, theirs, value = null, most = null, unit = '') {
  const [ratio, goal, met] = most === null ? ['', '', ''] : [(value / most).toFixed(2), `≤ ${most} ${unit}`, value <= most ? 'met' : 'MISSED'];
  rows.push(`| ${what} | ${ours} | ${theirs} | ${ratio} | ${goal} | ${met} |`);
}
const scrubRow = (what, times) =>
  row(`${what}, median and worst of ${times.length}`, `${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`, '', Math.max(...times), 200, 'ms');
/** What moving boxes cost, by their number: a list of viewers with figures, Foxden first. */
const moving = new Map(COUNTS.map((count) => [count, []]));

/** Rows of Foxden beside the others. */
function rowsBeside() {
  for (const [count, all] of moving) {
    if (all.length === 0) continue;
    const own = all.find(({ viewer }) => viewer === 'Foxden');
    const others = all.filter((one) => one !== own);
    const beside = (show) => others.map((other) => `${other.viewer} ${other.trouble ? 'cannot run' : show(other)}`).join(', ');
    const add = (what, show) => row(`${what}, ${count} moving boxes`, own ? show(own) : '', beside(show));
    add('loaded by the page', ({ bytes }) => `${(bytes / 1000).toFixed(0)} kB`);
    add('script for an update', ({ script }) => `${script.toFixed(2)} ms`);
    add('updates a second', ({ updates }) => updates.toFixed(1));
    add('pictures a second without a GPU', ({ pictures }) => pictures.toFixed(1));
  }
}

const folder = await mkdtemp(join(tmpdir(), 'foxden-drift-'));
try {
  if (isWanted('scene')) await measureScene();
  if (isWanted('recording')) await measureRecording();
  if (isWanted('peers')) await measurePeers();
} finally {
  await rm(folder, { recursive: true, force: true });
}
rowsBeside();
const table = option('table', null);
console.log([table ? readFileSync(table, 'utf8').trim() : HEAD, ...rows].join('\n'));
process.exit(0);

/** The file of the world of a number of boxes. */
function driftFile(count) {
  const world = join(folder, `drift${count}.wbt`);
  writeFileSync(world, driftWorld(count));
  return world;
}

async function measureScene() {
  const size = pageSize();
  row('files of the viewer with brotli', `${(size / 1000).toFixed(0)} kB`, '', size / 1000, 250, 'kB');
  const hello = await start(binary, ['view', join(ROOT, 'worlds/reynard_den.wbt'), '--port', '0', '--no-controllers']);
  try {
    const times = [];
    for (let round = 0; round < 3; round += 1) times.push(await browse(hello.address, ({ page }) => firstPicture(page)));
    row('opening the address to the first picture, `reynard_den.wbt`, new browser, median of 3', `${median(times).toFixed(0)} ms`, '', median(times), 1500, 'ms');
  } finally {
    await hello.stop();
  }
  for (const count of COUNTS) {
    const view = await start(binary, ['view', driftFile(count), '--port', '0', '--no-controllers']);
    try {
      await browse(view.address, async (open) => {
        const { page } = open;
        const first = await firstPicture(page);
        await page.getByRole('button', { name: 'Got it' }).click();
        await sleep(2000);
        await page.evaluate(() => {
          const { picture, store } = globalThis.foxdenViewer;
          globalThis.frames = 0;
          store.on('frame', () => (globalThis.frames += 1));
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
        const [whole, move] = [0, 1].map((at) => median(samples.map((pair) => pair[at])));
        row(`script of a picture, ${count} moving bodies, median of ${samples.length}`, `${whole.toFixed(2)} ms, of which moving ${move.toFixed(2)} ms`, '', whole, 4, 'ms');
        row(`first picture, ${count} bodies`, `${first.toFixed(0)} ms`, '');
        const updates = await page.evaluate(() => globalThis.frames);
        moving.get(count).push({ viewer: 'Foxden', bytes: open.bytes(), updates: updates / seconds, script: (script * 1000) / updates, pictures: pictures / seconds });
        scrubRow(`looking at another time, ${count} bodies`, await scrub(page));
      });
    } finally {
      await view.stop();
    }
  }
}

async function measureRecording() {
  const recording = join(folder, 'drift.html');
  await execute(binary, ['run', driftFile(COUNTS[0]), '--offline', '--steps', String(RECORDED_STEPS), '--record', recording]);
  await browse(pathToFileURL(recording).href, async ({ page }) => {
    row(`HTML recording of ${COUNTS[0]} bodies, ${(RECORDED_STEPS * 0.032).toFixed(0)} s, ${(statSync(recording).size / 1e6).toFixed(1)} MB: first picture`, `${(await firstPicture(page)).toFixed(0)} ms`, '');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    scrubRow('looking at another time in that recording', await scrub(page));
  });
}

async function measurePeers() {
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
            moving.get(count).push({ viewer: peer, bytes: open.bytes(), updates: rate, script: (script * 1000) / Math.max(rate * seconds, 1), pictures: pictures / seconds });
          });
        } finally {
          await server.stop();
        }
      } catch (error) {
        moving.get(count).push({ viewer: peer, trouble: true });
        console.error(`${peer} with ${count} boxes: ${String(error.message).split('\n')[0].slice(0, 120)}`);
      }
    }
  }
}
