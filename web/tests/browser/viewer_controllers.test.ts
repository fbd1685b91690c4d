// A controller that is built with the genuine library, used from the page as a person does: pictures of its devices,
// console, keyboard, mouse, robot window, stop and restart. On a desktop and on a phone.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Look, Visit } from './chromium';
import { environment } from './server';
import { startProject, type ViewProgram } from './view_program';
import { dropFile, probe, SMALL, visitViewer } from './viewer_visit';

const WORLD = `#VRML_SIM R2023b utf8
WorldInfo { title "Pilot" basicTimeStep 32 }
Viewpoint { position -4 0 3 orientation 0 1 0 0.6 }
Background { skyColor [ 0.6 0.7 0.8 ] }
DirectionalLight { direction 0.3 0.2 -1 }
Solid { name "floor" children [ Shape { appearance PBRAppearance { } geometry Plane { size 6 6 } } ] }
Solid { translation 1.6 0 0.25 name "crate" children [ Shape { appearance PBRAppearance { baseColor 0.9 0.4 0.1 metalness 0 } geometry Box { size 0.5 0.5 0.5 } } ] boundingObject Box { size 0.5 0.5 0.5 } }
DEF FOX Robot {
  name "fox" controller "pilot" window "cockpit" translation 0 0 0.2 battery [ 50000 100000 1 ]
  children [
    Shape { appearance PBRAppearance { baseColor 0.2 0.3 0.8 } geometry Box { size 0.2 0.2 0.2 } }
    Camera { translation 0.15 0 0 name "eye" width 64 height 48 }
    RangeFinder { translation 0.15 0 0 name "depth" width 64 height 48 maxRange 5 }
    Lidar { translation 0.15 0 0 name "scan" horizontalResolution 64 numberOfLayers 4 maxRange 5 }
    Display { name "screen" width 64 height 48 }
    DistanceSensor { translation 0.15 0 0 name "ahead" lookupTable [ 0 0 0, 5 5 0 ] }
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 anchor 0 0 0.2 }
      device [ RotationalMotor { name "arm" } ]
      endPoint Solid { translation 0 0 0.2 name "hand" children [ Shape { appearance PBRAppearance { } geometry Box { size 0.4 0.1 0.1 } } ] }
    }
  ]
}
`;

const PILOT = `#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include <webots/camera.h>
#include <webots/display.h>
#include <webots/distance_sensor.h>
#include <webots/joystick.h>
#include <webots/keyboard.h>
#include <webots/lidar.h>
#include <webots/motor.h>
#include <webots/mouse.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/range_finder.h>
#include <webots/robot.h>
int main(void) {
  const int step = 32;
  wb_robot_init();
  printf("\\x1b[32mready\\x1b[0m to drive\\n");
  printf("process %d\\n", (int)getpid());
  wb_robot_wwi_send("welcome", 8);
  wb_camera_enable(wb_robot_get_device("eye"), step);
  wb_range_finder_enable(wb_robot_get_device("depth"), step);
  wb_lidar_enable(wb_robot_get_device("scan"), step);
  wb_distance_sensor_enable(wb_robot_get_device("ahead"), step);
  wb_keyboard_enable(step);
  wb_mouse_enable(step);
  wb_joystick_enable(step);
  WbDeviceTag screen = wb_robot_get_device("screen"), arm = wb_robot_get_device("arm");
  wb_motor_set_position(arm, INFINITY);
  wb_motor_set_velocity(arm, 0);
  wb_display_set_color(screen, 0xff0000);
  wb_display_fill_rectangle(screen, 0, 0, 32, 48);
  wb_display_set_color(screen, 0x00ff00);
  wb_display_fill_rectangle(screen, 32, 0, 32, 48);
  int last = -1, held = 0, turned = 0;
  while (wb_robot_step(step) != -1) {
    int key = wb_keyboard_get_key();
    if (key > 0 && key != last) {
      printf("key %d\\n", key);
      if (key == 'W') wb_motor_set_velocity(arm, 2);
    }
    last = key;
    WbMouseState mouse = wb_mouse_get_state();
    if (mouse.left && !held) printf("mouse %.1f %.1f\\n", mouse.u, mouse.v);
    held = mouse.left;
    if (wb_joystick_is_connected()) {
      int pov = wb_joystick_get_number_of_povs() > 0 ? wb_joystick_get_pov_value(0) : 0;
      if (pov && pov != turned)
        printf("joystick %s axis %d button %d pov %d\\n", wb_joystick_get_model(), wb_joystick_get_axis_value(0), wb_joystick_get_pressed_button(), pov);
      turned = pov;
    }
    const char *message;
    while ((message = wb_robot_wwi_receive_text())) {
      printf("window says %s\\n", message);
      wb_robot_wwi_send("pong", 5);
    }
    fflush(stdout);
  }
  wb_robot_cleanup();
  return 0;
}
`;

const WINDOW = `<!doctype html><title>cockpit</title><button id="go" disabled>Ping</button><p id="heard">silence</p><p id="sent">0</p><p id="early"></p>
<script type="module">
import RobotWindow from 'https://cyberbotics.com/wwi/R2023b/RobotWindow.js';
window.robotWindow = new RobotWindow();
window.robotWindow.receive = (message) => { document.getElementById(message === 'pong' ? 'heard' : 'early').textContent += message; };
const go = document.getElementById('go');
const sent = document.getElementById('sent');
go.addEventListener('click', () => {
  sent.textContent = Number(sent.textContent) + 1;
  window.robotWindow.send('ping');
});
go.disabled = false; // a press before this would reach nobody
</script>`;

const PHONE: Look = { width: 390, height: 844, ratio: 1, touch: true };
let folder: string;
let server: ViewProgram;
let visit: Visit;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foxden-pilot-'));
  const home = environment('FOXDEN_GENUINE_HOME');
  await writeFile(join(folder, 'pilot.c'), PILOT);
  const [includes, library] = [join(home, 'include/controller/c'), join(home, 'lib/controller')];
  await promisify(execFile)('cc', ['-o', join(folder, 'pilot'), join(folder, 'pilot.c'), '-I', includes, '-L', library, '-lController', '-lm']);
  server = await startProject(
    { 'worlds/pilot.wbt': WORLD, 'plugins/robot_windows/cockpit/cockpit.html': WINDOW }, 'worlds/pilot.wbt',
    { programs: { 'controllers/pilot/pilot': join(folder, 'pilot') }, environment: { WEBOTS_HOME: home, WEBOTS_TMPDIR: folder, USER: 'fox' } },
  );
  visit = await visitViewer(server.address, { width: 1100, height: 800 });
  await visit.page.getByRole('tab', { name: 'Robot' }).click();
});

afterAll(async () => {
  await visit?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Pixels of the picture of a device: red, green and blue. */
function pixelsOf(device: string): Promise<number[][]> {
  return visit.page.locator(`[data-device="${device}"] canvas.device-picture`).evaluate((one: HTMLCanvasElement) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [one.width, one.height];
    const context = copy.getContext('2d', { willReadFrequently: true })!;
    context.drawImage(one, 0, 0);
    const { data } = context.getImageData(0, 0, one.width, one.height);
    return Array.from({ length: data.length / 4 }, (_, at) => [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!]);
  });
}

it('shows what cameras, range-finders, lidars and displays show', async () => {
  // the crate fills the middle of the camera's picture
  await eventually(async () => {
    const pixels = await pixelsOf('eye');
    const [red, , blue] = pixels[24 * 64 + 32] ?? [0, 0, 0];
    return pixels.length === 64 * 48 && red! > 60 && red! > 1.5 * blue!;
  });
  for (const [name, count] of [['depth', 64 * 48], ['scan', 64 * 4]] as const) {
    await eventually(async () => {
      const pixels = await pixelsOf(name);
      return pixels.length === count && new Set(pixels.map(String)).size > 3;
    });
  }
  await eventually(async () => {
    const pixels = await pixelsOf('screen');
    return String(pixels[10]) === '255,0,0' && String(pixels[40]) === '0,255,0';
  });
  visit.calm();
});

it('shows values, the battery, and no controls for motors that a controller has', async () => {
  const { page } = visit;
  await eventually(async () => Math.abs(Number(await page.locator('[data-device="ahead"] output').textContent()) - 1.2) < 0.05);
  await page.locator('.battery', { hasText: 'of 100' }).waitFor();
  await page.locator('.controller .chip', { hasText: 'running' }).waitFor();
  expect(await page.locator('[data-device="arm"] input').count()).toBe(0);
});

it('shows what the controller prints, in its colours', async () => {
  const { page } = visit;
  await page.locator('#picture').focus();
  await page.keyboard.press('c');
  await page.locator('.console [data-color="2"]', { hasText: 'ready' }).first().waitFor();
  await page.locator('.console-line', { hasText: 'to drive' }).first().waitFor();
});

it('passes keys and mouse to wb_keyboard and wb_mouse', async () => {
  const { page } = visit;
  await page.getByRole('button', { name: 'Keyboard' }).click();
  const said = (text: string): Promise<void> => page.locator('.console-line', { hasText: text }).first().waitFor();
  await page.keyboard.down('ArrowUp');
  await said('key 315');
  await page.keyboard.up('ArrowUp');
  await page.keyboard.down('w');
  await said('key 87');
  await page.keyboard.up('w');
  await eventually(async () => Math.abs(Number((await page.locator('[data-device="arm"] .device-value output').textContent())!.replace('\u2212', '-'))) > 0.2);
  const box = (await page.locator('#picture').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.8);
  await page.mouse.down();
  await said('mouse 0.3 0.8');
  await page.mouse.up();
  await page.locator('#picture').focus();
  await page.keyboard.press('Escape');
});

it('passes a joystick with its hat to wb_joystick', async () => {
  const { page } = visit;
  await page.evaluate(() => {
    // A browser shows a joystick only after a button of a real one was pressed: here a test plugs it in.
    const pad = { id: 'Test pad', mapping: 'standard', axes: [0.5, 0], buttons: Array.from({ length: 17 }, (_, at) => ({ pressed: [3, 12, 15].includes(at) })) };
    Object.defineProperty(navigator, 'getGamepads', { configurable: true, value: () => [pad] });
  });
  await page.getByRole('button', { name: 'Keyboard' }).click();
  await page.locator('.console-line', { hasText: 'joystick Test pad axis 16384 button 3 pov 257' }).first().waitFor();
  await page.evaluate(() => Object.defineProperty(navigator, 'getGamepads', { configurable: true, value: () => [] }));
  await page.locator('#picture').focus();
  await page.keyboard.press('Escape');
});

it('restarts a controller that runs: another process begins', async () => {
  const { page } = visit;
  const processes = async (): Promise<string[]> => (await page.locator('.console-line', { hasText: /process \d+/ }).allTextContents()).map((text) => /process (\d+)/.exec(text)![1]!);
  const before = await processes();
  await page.locator('.controller').getByRole('button', { name: 'Restart' }).click();
  await eventually(async () => (await processes()).some((one) => !before.includes(one)));
  await page.locator('.controller .chip', { hasText: 'running' }).waitFor();
});

it('opens the robot window, which talks with the controller', async () => {
  const { page } = visit;
  await page.getByRole('tab', { name: 'Window' }).click();
  const frame = page.frameLocator('.window-host iframe');
  // The controller spoke once, long before anybody opened the window.
  await frame.locator('#early', { hasText: 'welcome' }).waitFor();
  // A browser loses a press on a frame whose first picture it has not put together yet: people press again.
  const sent = async (): Promise<number> => Number(await frame.locator('#sent').textContent());
  await eventually(async () => {
    await frame.getByRole('button', { name: 'Ping' }).click();
    return (await sent()) > 0;
  });
  await frame.locator('#heard', { hasText: 'pong' }).waitFor();
  await page.getByRole('tab', { name: 'Console' }).click();
  await page.locator('.console-line', { hasText: 'window says ping' }).first().waitFor();
  expect(await page.locator('.console-line', { hasText: 'window says ping' }).count()).toBe(await sent());
  visit.calm();
});

it('stops the controller, drives its motor by hand, and starts it again', async () => {
  const { page } = visit;
  const panel = page.locator('.controller');
  await panel.getByRole('button', { name: 'Stop' }).click();
  await panel.locator('.chip', { hasText: 'ended' }).waitFor();
  await page.getByLabel('arm velocity', { exact: true }).press('Home');
  await page.getByRole('button', { name: 'Clear' }).click();
  await panel.getByRole('button', { name: 'Restart' }).click();
  await panel.locator('.chip', { hasText: 'running' }).waitFor();
  await page.locator('.console-line', { hasText: 'to drive' }).first().waitFor();
  visit.calm();
});

it('does all that on a phone: time, selection, robot, console, plots, why', async () => {
  const phone = await visitViewer(server.address, PHONE, true);
  try {
    const { page } = phone;
    await page.getByRole('button', { name: 'Got it' }).tap();
    await page.getByRole('button', { name: 'Pause', exact: true }).tap();
    await page.getByRole('button', { name: 'Play', exact: true }).tap();
    await page.getByRole('button', { name: 'Scene' }).tap();
    await page.locator('.tree-row', { hasText: 'fox' }).first().tap();
    await page.getByRole('button', { name: 'Robot' }).tap();
    await page.locator('[data-device="ahead"]').waitFor();
    await page.getByRole('button', { name: 'Plot ahead', exact: true }).tap();
    await page.locator('.chart-host canvas').waitFor();
    await page.getByRole('button', { name: 'Console' }).tap();
    await page.locator('.console-line').first().waitFor();
    await page.getByRole('button', { name: 'Why' }).tap();
    await page.getByLabel('Sensor rays', { exact: true }).check();
    await page.getByRole('button', { name: 'Close panel' }).tap();
    await page.locator('#legend').waitFor();
    const line = (await page.getByLabel('Time line').boundingBox())!;
    await page.touchscreen.tap(line.x + line.width * 0.3, line.y + line.height / 2);
    await page.getByRole('button', { name: 'Live' }).tap();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    phone.calm();
  } finally {
    await phone.close();
  }
});

/** Records the same project without a browser. */
async function record(kind: 'mcap' | 'html'): Promise<string> {
  const file = join(folder, `run.${kind}`);
  const env = { ...process.env, WEBOTS_HOME: environment('FOXDEN_GENUINE_HOME'), WEBOTS_TMPDIR: folder, USER: 'fox' };
  await promisify(execFile)(environment('FOXDEN_BINARY'), ['run', join(server.folder, 'worlds/pilot.wbt'), '--offline', '--steps', '150', '--record', file], { env });
  return file;
}

/** Looks at a recording of the run: time line, robot, console. */
async function look(recording: Visit): Promise<void> {
  const { page } = recording;
  await page.locator('#title', { hasText: 'Pilot' }).waitFor();
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if (await pause.isVisible()) await pause.click();
  await page.locator('.tree-row', { hasText: 'fox' }).first().click();
  await page.getByRole('tab', { name: 'Robot' }).click();
  // Time stands still, and the panel is there all the same.
  await page.locator('[data-device="ahead"]').waitFor();
  await page.locator('[data-device="eye"]', { hasText: 'Recordings have no pictures of devices.' }).waitFor();
  const line = page.getByLabel('Time line');
  await line.press('End');
  // The time line ends with the last message, which may be a little before the end of the run.
  await eventually(async () => (await probe(recording)).time > 4.4);
  await line.press('Home');
  await eventually(async () => (await probe(recording)).time < 0.1);
  await line.press('End');
  await page.locator('[data-device="ahead"]').waitFor();
  if (await page.locator('#pane-drawer').isHidden()) await page.getByRole('button', { name: 'Console and plots' }).click();
  await page.getByRole('tab', { name: 'Console' }).click();
  await page.locator('.console-line', { hasText: 'to drive' }).first().waitFor();
  await page.locator('#status', { hasText: 'Recording' }).waitFor();
  // A recording has no robot window: nothing is offered that would ask for its files.
  expect(await page.getByRole('tab', { name: 'Window' }).count()).toBe(0);
  expect(await page.locator('.window-host iframe').count()).toBe(0);
  recording.calm();
}

it('shows an HTML recording of the run from the disk', async () => {
  const recording = await Visit.open(pathToFileURL(await record('html')).href, { ...SMALL, webgl: true });
  try {
    await recording.page.locator('#picture[data-ready="true"]').waitFor();
    await look(recording);
  } finally {
    await recording.close();
  }
});

it('shows an MCAP recording of the run that is dropped on the page', async () => {
  await dropFile(visit, 'run.mcap', await readFile(await record('mcap')));
  await eventually(async () => (await probe(visit)).time < 5);
  await look(visit);
});
