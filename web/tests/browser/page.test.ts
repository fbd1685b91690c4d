// The page of the real server in a real browser, with the genuine Robot
// Raconteur client on the other side.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { armPoints } from '../../src/reynard/core/kinematics';
import type { Vec2, Vec3 } from '../../src/reynard/core/protocol';
import { eventually, Visit } from './chromium';
import { Client } from './client';
import { type Server, startServer } from './server';

let server: Server;
let client: Client;
let visit: Visit;

beforeAll(async () => {
  server = await startServer('den');
  client = await Client.connect(server.raconteur);
});

afterAll(async () => {
  await client?.close();
  await server?.stop();
});

beforeEach(async () => {
  await client.call('drive_robot', 0, 0, -1, false);
  await client.call('teleport', 0, 0);
  visit = await Visit.open(server.address);
});

afterEach(async () => {
  visit.calm();
  await visit.close();
});

const near = (found: number, wanted: number, within = 0.012): boolean => Math.abs(found - wanted) <= within;

/** Pixels of the field that are near a colour: what is really drawn. */
function pixels(color: [number, number, number]): Promise<number> {
  return visit.page.evaluate(([red, green, blue]) => {
    const field = document.querySelector<HTMLCanvasElement>('#field')!;
    const copy = new OffscreenCanvas(field.width, field.height).getContext('2d')!;
    copy.drawImage(field, 0, 0);
    const { data } = copy.getImageData(0, 0, field.width, field.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const far = Math.abs(data[at]! - red) + Math.abs(data[at + 1]! - green) + Math.abs(data[at + 2]! - blue);
      if (far < 24) count += 1;
    }
    return count;
  }, color);
}

describe('the page', () => {
  it('needs no network and is right from the first frame', async () => {
    expect(await visit.page.title()).toContain('Reynard');
    expect(await visit.position()).toEqual([0, 0]);
    await visit.page.locator('.line.robot', { hasText: "Hello I'm Reynard!" }).waitFor();
    await eventually(async () => (await pixels([237, 125, 49])) > 200);
  });

  it('shows a drive made over Robot Raconteur', async () => {
    await client.call('drive_robot', 0.1, 0.05, 1, true);
    // One step more than the second.
    await eventually(async () => {
      const [x, y] = await visit.position();
      return near(x, 0.105) && near(y, 0.0525);
    });
  });

  it('sends what is typed to clients, on Enter', async () => {
    const words = 'Hello <b>Python</b>, 你好';
    await visit.page.locator('#message').fill(words);
    await visit.page.locator('#message').press('Enter');
    expect(await client.messages()).toEqual([words]);
    await visit.page.locator('.line.you', { hasText: words }).waitFor();
    expect(await visit.page.locator('#message').inputValue()).toBe('');
  });

  it('shows what Reynard says, as text and nothing else', async () => {
    const title = await visit.page.title();
    const words = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
    await visit.seeBubble(() => client.call('say', words), words);
    await visit.page.locator('.line.robot', { hasText: words }).first().waitFor();
    expect(await visit.page.locator('.log img, .log script, .bubble img').count()).toBe(0);
    expect(await visit.page.title()).toBe(title);
  });

  it('keeps words in the picture and off him, wherever he stands', async () => {
    await client.call('setf_arm_position', Math.PI / 2, 0, 0);
    for (const [place, below] of [[[0, 0.5], true], [[0, -0.5], false]] as const) {
      await client.call('teleport', ...place);
      await eventually(async () => {
        await client.call('say', 'here I am');
        // Words fade after a while; then they are said again.
        const seen = await visit.page.locator('.bubble').evaluate(
          (bubble) => {
            const [words, field] = [bubble, document.querySelector('#field')!].map((part) => part.getBoundingClientRect());
            const isInside = words!.top >= field!.top && words!.bottom <= field!.bottom;
            return isInside ? bubble.classList.contains('below') : undefined;
          },
          undefined,
          { timeout: 5000 },
        ).catch(() => undefined);
        return seen === below;
      });
    }
    await client.call('setf_arm_position', 0, 0, 0);
  });

  it('jogs with the pad and stops when it is let go', async () => {
    const right = visit.page.locator('[data-way="east"]');
    await right.hover();
    await visit.page.mouse.down();
    await eventually(async () => ((await client.get('robot_position')) as number[])[0]! > 0.03);
    await visit.page.mouse.up();
    await still();
    const [x, y] = (await client.get('robot_position')) as [number, number];
    expect(x).toBeGreaterThan(0.03);
    expect(y).toBeCloseTo(0, 9);
  });

  it('jogs with arrow keys, and with Q the shoulder', async () => {
    await visit.page.locator('#field').focus();
    await visit.page.keyboard.down('ArrowUp');
    await eventually(async () => ((await client.get('robot_position')) as number[])[1]! > 0.02);
    await visit.page.keyboard.up('ArrowUp');
    await still();
    await client.call('setf_arm_position', 0.5, 0, 0);
    await visit.page.keyboard.down('q');
    await eventually(async () => ((await client.call('getf_arm_position')) as number[])[0]! > 0.6);
    await visit.page.keyboard.press('Escape');
    await visit.page.keyboard.up('q');
  });

  it('moves joints with sliders', async () => {
    await visit.page.locator('#q2').fill('1');
    await eventually(async () => near(((await client.call('getf_arm_position')) as number[])[1]!, 1));
  });

  it('shows a new colour that another client chose', async () => {
    await client.set('color', [0, 0, 1]);
    await eventually(async () => (await visit.page.locator('#color').inputValue()) === '#0000ff');
    await eventually(async () => (await pixels([0, 0, 240])) > 100);
    await visit.page.locator('[data-color="#ed7d31"]').click();
    await eventually(async () => near(((await client.get('color')) as number[])[0]!, 237 / 255, 1e-6));
    await eventually(async () => (await pixels([237, 125, 49])) > 200);
  });

  it('changes the tool and draws with the pen', async () => {
    await visit.page.locator('.tool', { hasText: 'Pen' }).click();
    await eventually(() => visit.page.locator('input[value="pen"]').isChecked());
    await client.set('color', [1, 0, 1]);
    await client.call('setf_arm_position', 1.57, 0, 0);
    await client.call('drive_robot', 0.1, 0, 2, true);
    await eventually(async () => (await pixels([255, 0, 255])) > 60);
    await visit.page.locator('.tool', { hasText: 'Fork' }).click();
    await eventually(() => visit.page.locator('input[value="fork"]').isChecked());
    await client.set('color', [0.929, 0.49, 0.192]);
  });

  it('keeps its state over a reload', async () => {
    await client.call('teleport', -0.4, 0.3);
    await client.call('say', 'I stay here');
    await visit.page.locator('#message').fill('So do I');
    await visit.page.locator('#message').press('Enter');
    await visit.page.locator('.line.you', { hasText: 'So do I' }).waitFor();
    await client.messages();
    await visit.page.reload();
    await visit.connected();
    expect(await visit.position()).toEqual([-0.4, 0.3]);
    await visit.page.locator('.line.you', { hasText: 'So do I' }).waitFor();
    await visit.page.locator('.line.robot', { hasText: 'I stay here' }).waitFor();
  });

  it('shows what his pen drew over a reload', async () => {
    await visit.page.locator('.tool', { hasText: 'Pen' }).click();
    await eventually(() => visit.page.locator('input[value="pen"]').isChecked());
    await client.set('color', [0, 1, 1]);
    await client.call('setf_arm_position', 1.57, 0, 0);
    await client.call('drive_robot', 0.1, 0, 2, true);
    await visit.page.locator('.tool', { hasText: 'Fork' }).click();
    await eventually(() => visit.page.locator('input[value="fork"]').isChecked());
    await client.set('color', [0.929, 0.49, 0.192]);
    const line = async (): Promise<boolean> => (await pixels([0, 255, 255])) > 60;
    await eventually(line);
    await visit.page.reload();
    await visit.connected();
    await eventually(line);
  });

  it('pauses, steps and goes on', async () => {
    const clock = visit.page.locator('#clock');
    await visit.page.locator('#pause').click();
    await visit.page.locator('#pause[aria-pressed="true"]').waitFor();
    const state = async (): Promise<{ time: number }> => (await fetch(`${server.address}/api/state`)).json() as Promise<{ time: number }>;
    const before = (await state()).time;
    await visit.page.locator('#step').click();
    await eventually(async () => (await state()).time > before);
    await visit.page.locator('#pause').click();
    await visit.page.locator('#pause[aria-pressed="false"]').waitFor();
    const shown = await clock.textContent();
    await eventually(async () => (await clock.textContent()) !== shown);
  });

  it('moves the lamp by hand and by slider', async () => {
    await visit.page.locator('#lamp-x').fill('0.5');
    await eventually(async () => near((await lamp())[0], 0.5));
    const goal = [0.3, (await lamp())[1] - 0.1] as const;
    await dragUntilThere(lamp, goal);
    await eventually(async () => near(Number(await visit.page.locator('#lamp-x').inputValue()), goal[0], 0.02));
  });

  it('lets Reynard be dragged, and be taken by the hand', async () => {
    await client.call('setf_arm_position', 1.2, 0.4, 0.3);
    const place = async (): Promise<Vec2> => (await client.get('robot_position')) as Vec2;
    await dragUntilThere(place, [-0.5, -0.3], [-0.05, 0.05]);
    const shape = { links: [0.17, 0.17, 0.06], shoulder: [0, 0.165] } as const;
    const hand = async (): Promise<Vec2> =>
      armPoints(shape, await place(), (await client.call('getf_arm_position')) as Vec3).tool;
    await dragUntilThere(hand, [-0.3, 0.05]);
  });

  it('plots, and offers programs for every server', async () => {
    await visit.page.locator('#plots-card').scrollIntoViewIfNeeded();
    await eventually(async () => (await visit.page.locator('.plot').count()) === 4);
    for (const [tab, words] of [
      ['Python', server.raconteur],
      ['curl', `${server.address}/api/state`],
      ['netcat', `nc -N localhost ${server.ports.ascii}`],
      ['raconteur', `raconteur watch '${server.raconteur}' state`],
    ] as const) {
      await visit.page.getByRole('tab', { name: tab, exact: true }).click();
      await visit.page.locator('#program code', { hasText: words }).waitFor();
      await visit.page.locator('.copy').click();
      await eventually(async () => (await visit.page.evaluate(() => navigator.clipboard.readText())).includes(words));
    }
  });
});

/** Where the lamp is. */
async function lamp(): Promise<Vec2> {
  const den = (await (await fetch(`${server.address}/api/den`)).json()) as { lamp: { position: Vec2 } };
  return den.lamp.position;
}

/**
 * Drags something, held beside its place, until it is where it shall be: the
 * page may not have shown yet where it was put before.
 */
async function dragUntilThere(place: () => Promise<Vec2>, goal: Vec2, beside: Vec2 = [0, 0]): Promise<void> {
  const held = ([x, y]: Vec2): Vec2 => [x + beside[0], y + beside[1]];
  const isThere = async (): Promise<boolean> => {
    const [x, y] = await place();
    return near(x, goal[0], 0.03) && near(y, goal[1], 0.03);
  };
  await eventually(async () => {
    await visit.drag(held(await place()), held(goal));
    // What was dragged arrives a moment later.
    for (let look = 0; look < 20; look += 1) {
      if (await isThere()) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  });
}

/** Waits until he does not move. */
async function still(): Promise<void> {
  let last = JSON.stringify(await client.get('robot_position'));
  await eventually(async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const now = JSON.stringify(await client.get('robot_position'));
    const same = now === last;
    last = now;
    return same;
  });
}
