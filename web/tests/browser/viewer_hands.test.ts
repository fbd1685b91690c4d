// Hands on a running world with the real server: devices, arrows, springs, time; the start page; robot windows.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, Visit } from './chromium';
import { startProject, type ViewProgram } from './view_program';
import { arrived, SMALL, visitViewer, whereIs } from './viewer_visit';

const HEAD = '#VRML_SIM R2025a utf8\n';
const WORLD = `${HEAD}
WorldInfo { title "Hands" basicTimeStep 16 }
Viewpoint { position -4 0 3 orientation 0 1 0 0.6 }
Background { skyColor [ 0.6 0.7 0.8 ] }
DirectionalLight { direction 0.3 0.2 -1 }
Solid { name "floor" children [ Shape { appearance PBRAppearance { } geometry Plane { size 6 6 } } ] boundingObject Plane { size 6 6 } }
DEF BOX Solid { translation 0 0.8 0.15 name "box" children [ Shape { appearance PBRAppearance { baseColor 0.9 0.4 0.1 } geometry Box { size 0.3 0.3 0.3 } } ] boundingObject Box { size 0.3 0.3 0.3 } physics Physics { density -1 mass 1 } }
DEF FOX Robot {
  name "fox" controller "<none>" translation 0 -0.8 0.1
  children [
    LED { name "lamp" color [ 1 0 0 ] children [ Shape { appearance PBRAppearance { } geometry Sphere { radius 0.05 } } ] }
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 }
      device [ RotationalMotor { name "wheel" minPosition -2 maxPosition 2 } ]
      endPoint Solid { name "arm" children [ Shape { appearance PBRAppearance { } geometry Box { size 0.4 0.1 0.1 } } ] }
    }
  ]
}
`;

interface Globals {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  foxdenViewer: any;
}

const placeOf = (visit: Visit, name: string): Promise<number[]> =>
  visit.page.evaluate((wanted) => {
    const { store, picture } = (globalThis as unknown as Globals).foxdenViewer;
    const node = [...store.tables.nodes.values()].find((one: { name: string | null }) => one.name === wanted);
    return [...picture.bodyMatrix(picture.bodyOf(node.id)).elements].slice(12, 15) as number[];
  }, name);

describe('a running world', () => {
  let server: ViewProgram;
  let visit: Visit;

  beforeAll(async () => {
    server = await startProject({ 'worlds/hands.wbt': WORLD }, 'worlds/hands.wbt');
    visit = await visitViewer(server.address, SMALL);
  });

  afterAll(async () => {
    await visit?.close();
    await server?.stop();
  });

  it('turns a motor and switches an LED that no controller has', async () => {
    const { page } = visit;
    await page.locator('.tree-row', { hasText: 'fox' }).first().click();
    await page.getByRole('tab', { name: 'Robot' }).click();
    await page.getByLabel('lamp on').check();
    await page.locator('[data-device="lamp"] output', { hasText: '1' }).waitFor();
    await page.getByLabel('wheel position', { exact: true }).press('End');
    await eventually(async () => Number((await page.locator('[data-device="wheel"] .device-value output').textContent())!.replace('\u2212', '-')) > 1.5);
    visit.calm();
  });

  it('moves a body with an arrow, and undoes', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.locator('.tree-row', { hasText: 'box' }).first().click();
    await page.locator('#picture').focus();
    await page.keyboard.press('5');
    await arrived(visit);
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    const before = await placeOf(visit, 'box');
    const [x, y] = await whereIs(visit, 'box');
    const pixels = await page.evaluate(() => {
      const { picture } = (globalThis as unknown as Globals).foxdenViewer;
      const at = picture.view.target.clone();
      const one = picture.project(at);
      at.x += picture.view.distance * 0.13 * 0.7;
      const other = picture.project(at);
      return [other.x - one.x, other.y - one.y] as const;
    });
    await page.mouse.move(x + pixels[0], y + pixels[1]);
    await page.mouse.down();
    await page.mouse.move(x + pixels[0] * 2, y + pixels[1] * 2, { steps: 6 });
    await page.mouse.up();
    await eventually(async () => Math.abs((await placeOf(visit, 'box'))[0]! - before[0]!) > 0.05);
    expect(Math.abs((await placeOf(visit, 'box'))[1]! - before[1]!)).toBeLessThan(2e-3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await eventually(async () => Math.abs((await placeOf(visit, 'box'))[0]! - before[0]!) < 1e-3);
  });

  it('pulls a body with Alt while time passes', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const before = await placeOf(visit, 'box');
    const [x, y] = await whereIs(visit, 'box');
    await page.keyboard.down('Alt');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y - 60, { steps: 8 });
    await eventually(async () => {
      const now = await placeOf(visit, 'box');
      return Math.hypot(now[0]! - before[0]!, now[1]! - before[1]!) > 0.1;
    });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    visit.calm();
  });

  it('shows the forces of contacts', async () => {
    const { page } = visit;
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByLabel('Contacts', { exact: true }).check();
    await page.locator('.why-table td', { hasText: ' N' }).first().waitFor();
    await page.locator('#legend', { hasText: 'force of friction' }).waitFor();
    await page.getByLabel('Contacts', { exact: true }).uncheck();
  });

  it('goes on from a time in the past', async () => {
    const { page } = visit;
    const time = (): Promise<number> => page.evaluate(() => (globalThis as unknown as Globals).foxdenViewer.store.clock.time as number);
    await eventually(async () => (await time()) > 4);
    await page.getByLabel('Time line').press('Home');
    await page.getByRole('button', { name: 'Continue from here' }).click();
    await eventually(async () => (await time()) < 4);
    await page.getByRole('button', { name: 'Continue from here' }).waitFor({ state: 'hidden' });
    visit.calm();
  });

  it('reports a robot that came', async () => {
    const { page } = visit;
    await page.locator('#picture').focus();
    await page.keyboard.press('c');
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.evaluate(async () => {
      const { store } = (globalThis as unknown as Globals).foxdenViewer;
      const [root] = store.tables.nodes.keys();
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/viewer/socket${location.search}`);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      socket.send(JSON.stringify({ id: 1, do: 'insert', node: root, field: 'children', text: 'Robot { name "cub" controller "<none>" }' }));
      await new Promise((resolve) => setTimeout(resolve, 500));
      socket.close();
    });
    await page.locator('.event', { hasText: 'cub was added' }).waitFor();
  });
});

describe('a controller that is not there', () => {
  it('is reported where people look for it', async () => {
    const server = await startProject({ 'worlds/w.wbt': WORLD.replace('controller "<none>"', 'controller "ghost"') }, 'worlds/w.wbt');
    const visit = await visitViewer(server.address, SMALL);
    try {
      const { page } = visit;
      await page.getByRole('button', { name: 'Console and plots: 1 new line about problems' }).click();
      await page.locator('.console-line[data-stream="foxden"]', { hasText: "there is no controller 'ghost'" }).waitFor();
      await page.getByRole('tab', { name: 'Robot' }).click();
      await page.locator('.controller', { hasText: 'not started' }).getByRole('button', { name: 'Start', exact: true }).waitFor();
      // One second back is counted from now, also when the last thing moved long ago.
      const times = (): Promise<number[]> => page.evaluate(() => {
        const { store } = (globalThis as unknown as Globals).foxdenViewer;
        return [store.clock.time, store.time] as number[];
      });
      await eventually(async () => {
        const [now, moved] = await times();
        return now! > moved! + 3;
      });
      await page.locator('#picture').focus();
      const [before] = await times();
      await page.keyboard.press('[');
      await page.getByRole('button', { name: 'Continue from here' }).waitFor();
      expect((await times())[1]!).toBeGreaterThan(before! - 1.5);
      await page.keyboard.press('l');
      // An overlay that has nothing to draw says why.
      await page.getByRole('tab', { name: 'Why' }).click();
      await page.getByLabel('Sensor rays', { exact: true }).check();
      await page.locator('.why-table', { hasText: 'no controller has enabled it' }).waitFor();
      visit.calm();
    } finally {
      await visit.close();
      await server.stop();
    }
  });
});

describe('the start page', () => {
  it('lists worlds with pictures, opens one, and remembers it', async () => {
    const server = await startProject({ 'worlds/own.wbt': WORLD.replace('Hands', 'My <i>own</i> world'), 'worlds/broken.wbt': 'nonsense' }, null);
    const visit = await Visit.open(server.address, { ...SMALL, webgl: true });
    try {
      const { page } = visit;
      await page.getByRole('heading', { name: 'Open a world' }).waitFor();
      const cards = page.locator('.world');
      await eventually(async () => (await cards.count()) >= 6);
      const hello = cards.filter({ hasText: 'Hello' });
      await eventually(() => hello.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0));
      await page.getByLabel('Search worlds').fill('charg');
      await eventually(async () => (await cards.count()) === 1);
      await page.getByLabel('Search worlds').fill('');
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('button', { name: 'Close help' }).click();
      await hello.click();
      await page.getByRole('heading', { name: 'Open a world' }).waitFor({ state: 'hidden' });
      await eventually(async () => (await page.locator('#title').textContent()) === 'Hello');
      visit.calm();
    } finally {
      await visit.close();
      await server.stop();
    }
  });
});

describe('a robot window', () => {
  const HTML = `<!doctype html><title>perch</title><p id="state">starting</p>
<script type="module">
import RobotWindow from 'https://cyberbotics.com/wwi/R2023b/RobotWindow.js';
window.robotWindow = new RobotWindow();
const state = [];
const attempt = async (name, what) => {
  try { await what(); state.push(name + ' worked'); } catch { state.push(name + ' refused'); }
};
await attempt('page', () => parent.document.title);
await attempt('token', () => parent.location.search.length);
await attempt('storage', () => localStorage.length);
await attempt('server', async () => { const r = await fetch('/view.html'); if (!r.ok) throw 0; });
await attempt('outside', async () => { await fetch('https://example.com/'); });
await attempt('socket', () => new Promise((resolve, reject) => { const s = new WebSocket('ws://' + location.host + '/viewer/socket'); s.onopen = resolve; s.onerror = reject; }));
await attempt('file', async () => { const r = await fetch('data.txt'); if (await r.text() !== 'data') throw 0; });
document.getElementById('state').textContent = state.join(', ');
robotWindow.send('hello');
</script>`;

  it('runs in a frame that reaches its own files and nothing else', async () => {
    const world = WORLD.replace('name "fox"', 'name "fox" window "perch"');
    const folder = 'plugins/robot_windows/perch';
    const server = await startProject({ 'worlds/w.wbt': world, [`${folder}/perch.html`]: HTML, [`${folder}/data.txt`]: 'data', 'secret.txt': 'secret' }, 'worlds/w.wbt');
    const visit = await visitViewer(server.address, SMALL);
    try {
      const { page } = visit;
      await page.locator('#picture').focus();
      await page.keyboard.press('c');
      await page.getByRole('tab', { name: 'Window' }).click();
      const frame = page.frameLocator('.window-host iframe');
      await frame.locator('#state', { hasText: 'file' }).waitFor();
      const state = (await frame.locator('#state').textContent()) ?? '';
      expect(state).toBe('page refused, token refused, storage refused, server refused, outside refused, socket refused, file worked');
      // No controller runs: the page says so in words.
      await page.getByText(/no controller/i).first().waitFor();
    } finally {
      await visit.close();
      await server.stop();
    }
  });
});
