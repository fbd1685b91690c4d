// A page uses the services of a world over WebSocket: robots, light, a charger and tools.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from 'vite';
import type * as library from '../../src/raconteur/session';
import type * as values from '../../src/raconteur/value';
import { Visit } from './chromium';
import { environment } from './server';

const WORLD = join(import.meta.dirname, '../../../tests/raconteur/worlds/services.wbt');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml' };
let pages: Server;
let origin: string;
let folder: string;
let child: ChildProcess;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foxden-raconteur-'));
  const root = join(import.meta.dirname, '../..');
  const outDir = join(folder, 'page');
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, modulePreload: { polyfill: false }, rollupOptions: { input: join(root, 'raconteur.html') } } });
  pages = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    readFile(join(outDir, pathname)).then(
      (bytes) => response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const bound = pages.address();
  if (!bound || typeof bound === 'string') throw new Error('no port for the page');
  origin = `http://127.0.0.1:${bound.port}`;
  child = spawn(environment('FOXDEN_BINARY'), ['view', WORLD, '--port', '0', '--paused', '--raconteur=0', '--raconteur-origin', origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ROBOTRACONTEUR_USER_RUN_DIR: folder, ROBOTRACONTEUR_USER_STATE_DIR: folder, XDG_STATE_HOME: folder },
  });
  let said = '';
  for await (const part of child.stdout ?? []) {
    said += String(part);
    const port = /localhost:(\d+)\?service=world\n/.exec(said)?.[1];
    if (port) {
      address = `ws://127.0.0.1:${port}/`;
      return;
    }
  }
  throw new Error(`foxden said only '${said}'`);
});

afterAll(async () => {
  child?.kill('SIGTERM');
  pages?.closeAllConnections();
  pages?.close();
  await rm(folder, { recursive: true, force: true });
});

type Page = { raconteur: typeof library & typeof values };

it('lists robots and reads a light sensor', async () => {
  const visit = await Visit.open(`${origin}/raconteur.html?address=${encodeURIComponent(address)}`);
  try {
    expect(await visit.page.locator('#robots li').allTextContents()).toEqual(['fox', 'a/b."ü" [1]', 'twin', 'twin (2)']);
    const shown = (): Promise<string | null> => visit.page.locator('#light').textContent();
    const step = (isLit: boolean): Promise<void> =>
      visit.page.evaluate(
        async ({ address, isLit }) => {
          const { Session, bool, child, uint32 } = (globalThis as unknown as Page).raconteur;
          const session = await Session.open(address, 'world');
          await session.set(child('world', 'light', 'LAMP'), 'on_off', bool(isLit));
          await session.call('world', 'step', { count: uint32(2) });
          session.close();
        },
        { address, isLit },
      );
    await step(true);
    await visit.page.waitForFunction(() => /^[0-9.]+$/.test(document.querySelector('#light')?.textContent ?? ''));
    const bright = await shown();
    await step(false);
    await visit.page.waitForFunction((bright) => document.querySelector('#light')?.textContent !== bright, bright);
    expect(Number(await shown())).toBeGreaterThan(Number(bright));
    await step(true);
    visit.calm();
  } finally {
    await visit.close();
  }
});

it('drives to a charger and plugs tools', async () => {
  const visit = await Visit.open(`${origin}/raconteur.html?address=${encodeURIComponent(address)}`);
  try {
    const seen = await visit.page.evaluate(async (address) => {
      const { Session, ServiceError, servicesOfType, child, double, text, uint32 } = (globalThis as unknown as Page).raconteur;
      // found by its type, among the services of the node
      const found = await servicesOfType(address, 'foxden.world.World');
      const session = await Session.open(address, String(found[0]));
      type State = { readonly robot: string; readonly energy: number; readonly part: string };
      const state = async (path: string): Promise<State> => (await session.peek(path, 'state')) as unknown as State;
      const robot = child('world', 'robot', 'fox');
      const station = child('world', 'charger', 'station');
      const battery = child(robot, 'device', 'battery');
      const wheels = ['left', 'right'].map((side) => child(robot, 'device', `${side} wheel motor`));
      for (const wheel of wheels) await session.call(wheel, 'spin', { velocity: double(6) });
      for (let turn = 0; turn < 100 && (await state(station)).robot !== 'fox'; turn += 1) await session.call('world', 'step', { count: uint32(5) });
      for (const wheel of wheels) await session.call(wheel, 'stop');
      await session.call('world', 'step', { count: uint32(10) });
      const docked = (await state(station)).robot;
      const energies: number[] = [];
      const disconnect = await session.wire(battery, 'state', (value) => energies.push((value as unknown as State).energy));
      await session.call('world', 'step', { count: uint32(50) });
      await disconnect();
      const slot = child('world', 'slot', 'HAND');
      const plug = async (tool: string): Promise<string> => {
        try {
          await session.call(slot, 'plug', { part: text(tool) });
          return (await state(slot)).part;
        } catch (error) {
          return error instanceof ServiceError ? `${error.code} ${error.message}` : String(error);
        }
      };
      const wrong = await plug('Slot { type "hammer-" endPoint Solid { name "hammer" } }');
      const right = await plug('Slot { type "tool-" endPoint Solid { name "pincer" } }');
      await session.call(slot, 'unplug');
      session.close();
      return { found, docked, energies, wrong, right };
    }, address);
    expect(seen.found).toEqual(['world']);
    expect(seen.docked).toBe('fox');
    expect(seen.energies.length).toBeGreaterThan(1);
    expect(seen.energies.at(-1)).toBeGreaterThan(Number(seen.energies[0]));
    expect(seen.wrong).toMatch(/^18 .*hammer/);
    expect(seen.right).not.toBe('');
    visit.calm();
  } finally {
    await visit.close();
  }
});

it('is not admitted from another origin', async () => {
  const other = origin.replace('127.0.0.1', 'localhost');
  const visit = await Visit.open(`${origin}/raconteur.html?address=${encodeURIComponent(address)}`);
  try {
    await visit.page.goto(`${other}/raconteur.html?address=${encodeURIComponent(address)}`).catch(() => undefined);
    expect(other).not.toBe(origin);
    await visit.page.locator('main[data-state="failed"]').waitFor();
  } finally {
    await visit.close();
  }
});
