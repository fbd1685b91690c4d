// Pictures of 37 worlds, pixel by pixel: beside stored pictures, and for those with a `contrast` beside the picture
// that `foxden render` takes from the same place. FOXDEN_STORE_PICTURES=1 stores the pictures that it takes.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Visit } from './chromium';
import { compareEdges, readPng, shareOfOthers } from './png_picture';
import { environment } from './server';
import { startView } from './view_program';

interface Scene {
  readonly world: string;
  /** x y z, axis and angle, instead of the world's Viewpoint. */
  readonly place?: string;
  /** Edges of at least this contrast must be where those of `foxden render` are. */
  readonly contrast?: number;
  /** Colours may differ by this much of 255 from those of `foxden render`, but for one pixel of fifty. */
  readonly tolerance?: number;
}

const ROOT = join(import.meta.dirname, '../../..');
const PICTURES = join(import.meta.dirname, 'pictures');
const SIZE = { width: 320, height: 240 };
const CAMERA = '0 0 0 0 0 1 0';
const golden = (name: string, contrast?: number, tolerance?: number): Scene => ({
  world: `crates/development/foxden-golden/data/vision/worlds/${name}.wbt`, place: CAMERA, ...(contrast ? { contrast } : {}), ...(tolerance ? { tolerance } : {}),
});
const SCENES: readonly Scene[] = [
  { world: 'worlds/charging_station.wbt', contrast: 40 },
  { world: 'worlds/hello.wbt' },
  { world: 'worlds/light_following.wbt' },
  { world: 'worlds/reynard_den.wbt' },
  { world: 'worlds/slot.wbt', contrast: 40 },
  { world: 'examples/worlds/lidar_avoider.wbt', contrast: 40 },
  { world: 'examples/worlds/line_follower.wbt', contrast: 40 },
  { world: 'tests/worlds/harbour/worlds/harbour.wbt' },
  { world: 'tests/worlds/warehouse/worlds/warehouse.wbt' },
  { world: 'web/tests/browser/worlds/inside_out.wbt', contrast: 40, tolerance: 30 },
  golden('cam_fog_exponential'),
  golden('cam_fog_linear', 40),
  golden('cam_lines'),
  golden('cam_material_dir', 40),
  golden('cam_material_point', 40),
  golden('cam_pbr_metalness', 40),
  golden('cam_pbr_box', 40),
  golden('cam_pbr_normalmap'),
  golden('cam_pbr_roughness', 40),
  golden('cam_pbr_roughnessmap'),
  golden('cam_pbr_metalnessmap'),
  golden('cam_pbr_emissivemap'),
  golden('cam_shadow_dir'),
  golden('cam_shadow_spot'),
  golden('cam_skybox'),
  golden('cam_texture_alpha'),
  golden('cam_texture_check8'),
  golden('cam_texture_transform'),
  golden('cam_transparent', 40, 6),
  golden('cam_uv_capsule', 40),
  golden('cam_uv_cylinder', 40),
  golden('cam_uv_grid', 40),
  golden('cam_uv_ifs', 40),
  golden('cam_uv_plane', 40),
  golden('cam_uv_sphere', 40),
  golden('rf_geom_cone', 40),
  golden('rf_geom_obj', 40),
];
let visit: Visit | null = null;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foxden-pixels-'));
  mkdirSync(PICTURES, { recursive: true });
});

afterAll(async () => {
  await visit?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens an address in the one browser of these tests. */
async function open(address: string): Promise<Page> {
  if (visit) await visit.page.goto(address);
  else visit = await Visit.open(address, { width: 900, height: 600, webgl: true });
  await visit.page.locator('#picture').evaluate((canvas, { width, height }) => {
    for (const [name, value] of [['position', 'fixed'], ['width', `${width}px`], ['height', `${height}px`]] as const) canvas.style.setProperty(name, value, 'important');
  }, SIZE);
  return visit.page;
}

/** The picture as a PNG file, once everything is there. */
async function take(page: Page, place: string | undefined): Promise<Buffer> {
  await page.waitForFunction(({ width, height }) => {
    const { picture } = (globalThis as any).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    return picture.isComplete && picture.canvas.width === width && picture.canvas.height === height;
  }, SIZE);
  const url = await page.evaluate((numbers) => {
    const { picture, store } = (globalThis as any).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    if (numbers) {
      const [x, y, z, ax, ay, az, angle] = numbers as [number, number, number, number, number, number, number];
      const sin = Math.sin(angle / 2);
      picture.view.load({ ...store.viewpoint, position: [x, y, z], orientation: [Math.cos(angle / 2), ax * sin, ay * sin, az * sin] }, picture.bounds);
    }
    picture.invalidate(true);
    picture.tick(performance.now());
    return picture.canvas.toDataURL('image/png') as string;
  }, place?.split(' ').map(Number) ?? null);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

it.each(SCENES)('$world looks as before', async ({ world, place, contrast, tolerance }) => {
  const name = basename(world, '.wbt');
  const view = await startView(join(ROOT, world), '--paused', '--no-controllers');
  try {
    const file = await take(await open(view.address), place);
    const shown = readPng(file);
    if (process.env['FOXDEN_STORE_PICTURES']) writeFileSync(join(PICTURES, `${name}.png`), file);
    // The software renderer of the browser does not round alike twice: of the same page some pixels in ten thousand
    // differ, almost all by one part of 255. Other processors and browsers round differently, so stored pictures have
    // a larger tolerance.
    const again = readPng(await take(await open(view.address), place));
    expect(shareOfOthers(again, shown, 1)).toBeLessThan(0.001);
    expect(shareOfOthers(again, shown, 0)).toBeLessThan(0.005);
    const before = readPng(readFileSync(join(PICTURES, `${name}.png`)));
    expect([shown.width, shown.height]).toEqual([before.width, before.height]);
    expect(shareOfOthers(shown, before, 24)).toBeLessThan(0.003);
    if (contrast === undefined) return;
    const output = join(folder, `${name}.png`);
    const source = place === undefined ? [] : ['--viewpoint', place];
    await promisify(execFile)(environment('FOXDEN_BINARY'), ['render', join(ROOT, world), '--offline', ...source, '--size', `${SIZE.width}x${SIZE.height}`, '--output', output]);
    const rendered = readPng(await readFile(output));
    const { edges, lonely } = compareEdges(shown, rendered, contrast);
    expect(edges).toBeGreaterThan(100);
    expect(lonely / edges).toBeLessThan(0.01);
    if (tolerance !== undefined) expect(shareOfOthers(shown, rendered, tolerance)).toBeLessThan(0.02);
  } finally {
    await view.stop();
  }
});
