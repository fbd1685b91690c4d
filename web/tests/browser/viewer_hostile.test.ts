// Worlds, recordings and pages that mean harm, with the real server: nothing of them runs.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { htmlRecording } from '../mock/html_recording';
import { McapWriter } from '../mock/mcap_writer';
import { png } from '../mock/png';
import { MockWorld } from '../mock/viewer_world';
import { eventually, Visit } from './chromium';
import { startProject, startView, type ViewProgram } from './view_program';
import { dropFile, SMALL, visitViewer } from './viewer_visit';

/** Runs if a text is taken for HTML. */
const SCRIPT = `<img src=x onerror='globalThis.harmed=1'><script>globalThis.harmed=1</script>`;
const WORLD = `#VRML_SIM R2023b utf8
WorldInfo { title "${SCRIPT}" info [ "${SCRIPT}" "javascript:globalThis.harmed=1" ] }
Viewpoint { position -3 0 2 orientation 0 1 0 0.5 follow "${SCRIPT}" }
DirectionalLight { }
Solid { name "${SCRIPT}" model "${SCRIPT}" children [ Shape { geometry Box { } } ] boundingObject Box { } physics Physics { } }
Robot {
  translation 0 2 0 name "robot ${SCRIPT}" model "${SCRIPT}" customData "${SCRIPT}" controller "<none>" battery [ 5 10 0 ]
  children [
    Shape { geometry Sphere { } }
    LED { name "led ${SCRIPT}" }
    LightSensor { name "light ${SCRIPT}" }
    DistanceSensor { name "distance ${SCRIPT}" }
    HingeJoint { device RotationalMotor { name "motor ${SCRIPT}" } endPoint Solid { name "arm ${SCRIPT}" } }
  ]
}
Charger { name "charger ${SCRIPT}" battery [ 5 10 ] radius 3 }
Solid { name "s" children [ Slot { type "${SCRIPT}" } ] }
`;

let folder: string;
let view: ViewProgram;
let visit: Visit;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foxden-hostile-'));
  await writeFile(join(folder, 'world.wbt'), WORLD);
  view = await startView(join(folder, 'world.wbt'), '--paused', '--no-controllers');
  visit = await visitViewer(view.address, SMALL);
});

afterAll(async () => {
  await visit?.close();
  await view?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Nothing was run, and no text became an element. */
async function expectHarmless(): Promise<void> {
  expect(await visit.page.evaluate(() => (globalThis as { harmed?: number }).harmed ?? null)).toBeNull();
  expect(await visit.page.locator('img[src="x"], [onerror], body script:not([src])').count()).toBe(0);
}

it('texts of a world stay texts in every panel', async () => {
  const { page } = visit;
  await page.locator('#title', { hasText: '<img' }).waitFor();
  await page.locator('.tree-row').first().click();
  await page.keyboard.press('*');
  for (const row of await page.locator('.tree-row').all()) await row.click();
  await page.getByRole('tab', { name: 'Robot' }).click();
  await page.locator('.device', { hasText: 'led <img' }).waitFor();
  await page.getByRole('tab', { name: 'Why' }).click();
  for (const name of ['Light', 'Chargers', 'Slots', 'Contacts', 'Joints', 'Masses']) await page.getByLabel(name, { exact: true }).check();
  await page.locator('.why-table', { hasText: '<img' }).first().waitFor();
  await page.keyboard.press('c');
  await expectHarmless();
  visit.calm();
});

/** A recording of the made-up world with another scene. */
function recording(change: (scene: Record<string, any>, blobs: Map<string, Buffer>) => void, title: string): Buffer { // eslint-disable-line @typescript-eslint/no-explicit-any
  const world = new MockWorld(0);
  const scene = structuredClone(world.scene()) as Record<string, unknown>;
  change(scene, world.blobs);
  const writer = new McapWriter();
  writer.message('hello', 0, { ...world.hello(false), world: { title, file: title } });
  writer.message('scene', 0, scene);
  for (const [name, blob] of world.blobs) writer.attachment(name, blob);
  return writer.finish();
}

it('a texture with billions of pixels is not decoded', async () => {
  const bomb = png(1, 1, () => [0, 0, 0]);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await dropFile(visit, 'bomb.mcap', recording((_scene, blobs) => {
    for (const name of blobs.keys()) if (name.startsWith('texture/')) blobs.set(name, bomb);
  }, 'bomb'));
  await visit.page.getByText('60000 × 60000 pixels are too many').first().waitFor();
  await expectHarmless();
});

it('a tree of twenty thousand levels does not stop the page', async () => {
  await dropFile(visit, 'deep.mcap', recording((scene) => {
    const nodes = scene['nodes'] as object[];
    for (let at = 0; at < 20_000; at += 1) nodes.push({ id: 1_000_000 + at, parent: at === 0 ? null : 999_999 + at, type: 'Pose', name: SCRIPT });
  }, 'deep'));
  await visit.page.locator('#title', { hasText: 'deep' }).waitFor();
  await visit.page.locator('.tree-row').first().click();
  await visit.page.getByRole('tab', { name: 'Node' }).click();
  await expectHarmless();
});

it('counts, places and bodies beyond all bounds are refused in words', async () => {
  const { page } = visit;
  await dropFile(visit, 'huge.mcap', recording((scene) => {
    for (const geometry of Object.values(scene['geometries'] as Record<string, Record<string, unknown>>)) geometry['vertices'] = 4e15;
  }, 'huge'));
  await page.getByText('cannot be read').first().waitFor();
  await dropFile(visit, 'far.mcap', recording((scene) => {
    const bodies = scene['bodies'] as Record<string, unknown>[];
    bodies.push({ index: 2 ** 40, node: 1, position: [1e300, NaN, 'x'], rotation: [0, 0, 0, 0] });
  }, 'far'));
  const cut = recording(() => undefined, 'cut');
  await dropFile(visit, 'cut.mcap', cut.subarray(0, cut.length - 2000));
  await page.locator('#title', { hasText: 'cut' }).waitFor();
  await page.getByText('The recording is cut off').first().waitFor();
  await expectHarmless();
});

/** A site that a visitor has open beside the viewer. */
async function otherSite(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('a page of another site gets nothing, even with the token', async () => {
  const { server, address } = await otherSite();
  const page = await visit.page.context().newPage();
  try {
    await page.goto(address);
    const found = await page.evaluate(async (viewer) => {
      const url = new URL(viewer);
      const socket = await new Promise<string>((resolve) => {
        const one = new WebSocket(`ws://${url.host}/viewer/socket${url.search}`);
        one.addEventListener('message', () => resolve('a message came'));
        one.addEventListener('close', () => resolve('closed'));
      });
      const read = await fetch(`${url.origin}/view.html`).then((answer) => `read ${answer.status}`, () => 'not read');
      const frame = document.createElement('iframe');
      frame.src = viewer;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      let inside = 'nothing';
      try {
        inside = String(frame.contentDocument?.title);
      } catch {
        inside = 'closed to us';
      }
      return { socket, read, inside };
    }, view.address);
    expect(found.socket).toBe('closed');
    expect(found.read).toBe('not read');
    // The frame shows an error page of the browser, not the viewer.
    const shown = page.frames().find((frame) => frame !== page.mainFrame());
    expect(await shown?.locator('#picture').count()).toBe(0);
  } finally {
    await page.close();
    server.close();
  }
});

it('an HTML recording with scripts and foreign windows is read, not run', async () => {
  const { page } = visit;
  const inside = recording((scene) => {
    const nodes = scene['nodes'] as Record<string, unknown>[];
    for (const window of ['https://example.com/', 'javascript:globalThis.harmed=1', '/viewer/window/../../view.html', '//example.com/viewer/window/x']) {
      nodes.push({ id: 2_000_000 + nodes.length, parent: null, type: 'Robot', name: window, robot: true, window });
    }
    scene['labels'] = [{ id: 1, position: [0.1, 0.1], color: [1, 1, 1], text: SCRIPT, font: SCRIPT }];
  }, 'poisoned');
  const file = htmlRecording(inside).replace('</body>', () => `${SCRIPT}<script>top.harmed = 1</script></body>`);
  await dropFile(visit, 'poisoned.html', Buffer.from(file));
  await page.locator('#title', { hasText: 'poisoned' }).waitFor();
  await page.getByText(SCRIPT).first().waitFor();
  if (await page.locator('#pane-drawer').isHidden()) await page.getByRole('button', { name: 'Console and plots' }).click();
  // A recording has no robot windows, whatever it names.
  expect(await page.getByRole('tab', { name: 'Window' }).count()).toBe(0);
  expect(await page.locator('iframe').count()).toBe(0);
  await expectHarmless();
});

const SIEGE = `<!doctype html><title>siege</title><p id="state">begun</p><script>
const attempt = (what) => { try { what(); } catch { } };
attempt(() => { top.location = 'https://example.com/'; });
attempt(() => { open('https://example.com/'); });
attempt(() => { alert('siege'); });
attempt(() => { const link = document.createElement('a'); link.href = 'data:,x'; link.download = 'x'; link.click(); });
attempt(() => { const form = document.createElement('form'); form.action = '/view.html'; form.target = '_top'; document.body.append(form); form.submit(); });
for (const message of [{ do: 'quit' }, { foxden: 'window', message: { toString() { return 'x'; } } }, { foxden: 'command', do: 'quit', id: 1 }, null, 'quit'])
  attempt(() => parent.postMessage(message, '*'));
parent.postMessage({ foxden: 'window', message: 'x'.repeat(3e6) }, '*');
for (let at = 0; at < 20000; at += 1) parent.postMessage({ foxden: 'window', message: 'flood ' + at }, '*');
document.getElementById('state').textContent = 'done';
</script>`;

it('a robot window that attacks page and server reaches neither, even when it never rests', async () => {
  const folderOf = 'plugins/robot_windows/siege';
  const world = WORLD.replace('controller "<none>"', 'controller "<none>" window "siege"');
  const project = await startProject({ 'worlds/w.wbt': world, [`${folderOf}/siege.html`]: SIEGE }, 'worlds/w.wbt');
  const guest = await visitViewer(project.address, SMALL);
  try {
    const { page } = guest;
    const address = page.url();
    let downloads = 0;
    page.on('download', () => (downloads += 1));
    await page.getByRole('button', { name: 'Console and plots' }).click();
    await page.getByRole('tab', { name: 'Window' }).click();
    const state = page.frameLocator('.window-host iframe').locator('#state', { hasText: 'done' });
    await state.waitFor();
    // From here on the window never rests, and nobody can ask it anything.
    await state.evaluate(() => void setTimeout(() => { for (;;); }, 50));
    await page.waitForTimeout(1500);
    // The page still works, and so does the world.
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const time = (): Promise<number> => page.evaluate(() => (globalThis as any).foxdenViewer.store.clock.time as number); // eslint-disable-line @typescript-eslint/no-explicit-any
    const before = await time();
    await eventually(async () => (await time()) > before);
    expect(page.url()).toBe(address);
    expect(page.context().pages().length).toBe(1);
    expect(downloads).toBe(0);
  } finally {
    await guest.close();
    await project.stop();
  }
});

it('ten thousand commands at once delay nobody else and are all answered', async () => {
  const other = await visitViewer(view.address, SMALL);
  try {
    const flood = other.page.evaluate(async () => {
      const url = new URL(location.href);
      const socket = new WebSocket(`ws://${url.host}/viewer/socket${url.search}`);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      let answered = 0;
      const all = new Promise<number>((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          if (typeof data === 'string' && data.includes('"reply"')) answered += 1;
          if (answered === 10_000) resolve(answered);
        });
        socket.addEventListener('close', () => resolve(answered));
      });
      for (let id = 1; id <= 10_000; id += 1) socket.send(JSON.stringify({ id, do: 'pull', node: 1 }));
      return all;
    });
    // Meanwhile another viewer gets answers, one after the other.
    for (let round = 0; round < 20; round += 1) await other.page.getByRole('button', { name: 'One step' }).click();
    await eventually(() => other.page.evaluate(() => (globalThis as any).foxdenViewer.store.clock.step >= 20)); // eslint-disable-line @typescript-eslint/no-explicit-any
    expect(await flood).toBe(10_000);
    other.calm();
  } finally {
    await other.close();
  }
});
