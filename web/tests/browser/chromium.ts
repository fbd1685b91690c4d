// Debian's Chromium with a folder of its own, and a page that is watched:
// errors on its console and requests to anywhere else fail the test.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { showing, surroundings, toScreen } from '../../src/reynard/core/camera';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Pictures in 2D need no graphics; the viewer draws with software WebGL. */
const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox'];

/** How long anything may take, on a machine that has other things to do. */
const PATIENCE = Number(process.env['FOXDEN_PATIENCE'] ?? 240_000);

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly ratio?: number;
  readonly touch?: boolean;
  readonly webgl?: boolean;
}

export class Visit {
  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly folder: string,
    private readonly troubles: string[],
  ) {}

  /** Opens the page at `address`, as a visitor with this screen would. */
  static async open(address: string, look: Look = {}): Promise<Visit> {
    const folder = await mkdtemp(join(tmpdir(), 'foxden-page-'));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: process.env.FOXDEN_CHROMIUM ?? '/usr/bin/chromium',
      headless: true,
      args: [...FLAGS, ...(look.webgl ? WEBGL : ['--disable-gpu'])],
      viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
      deviceScaleFactor: look.ratio ?? 1,
      colorScheme: look.scheme ?? 'light',
      hasTouch: look.touch ?? false,
      permissions: ['clipboard-read', 'clipboard-write'],
      timeout: PATIENCE,
    });
    context.setDefaultTimeout(PATIENCE);
    const page = context.pages()[0] ?? (await context.newPage());
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') troubles.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== new URL(address).origin && url.protocol !== 'data:' && url.protocol !== 'blob:') troubles.push(`asked for ${url.href}`);
    });
    const visit = new Visit(page, context, folder, troubles);
    await page.goto(address);
    await visit.connected();
    return visit;
  }

  async connected(): Promise<void> {
    await this.page.locator('main[data-state="open"]').waitFor();
  }

  /** Nothing went wrong so far. */
  calm(): void {
    expect(this.troubles).toEqual([]);
  }

  /** Troubles that a test brought about on purpose. */
  forgive(): void {
    this.troubles.length = 0;
  }

  /** The position the page shows, in metres. */
  async position(): Promise<[number, number]> {
    const text = (await this.page.locator('.read-body').textContent()) ?? '';
    const found = /x (\S+) m\s+y (\S+) m/.exec(text.replaceAll('\u2212', '-'));
    if (!found) throw new Error(`no position in '${text}'`);
    return [Number(found[1]), Number(found[2])];
  }

  /** Lets somebody speak until a bubble with his words was seen: it is there for some seconds only. */
  async seeBubble(say: () => Promise<unknown>, hasText: string): Promise<void> {
    const bubble = this.page.locator('.bubble', { hasText });
    await eventually(async () => {
      await say();
      return bubble.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Where a point of the field is on the screen, while the whole field is shown. */
  async pixel(x: number, y: number): Promise<[number, number]> {
    const box = await this.page.locator('#field').boundingBox();
    if (!box) throw new Error('the field is not shown');
    const area = surroundings({ min: [-1, -0.5], max: [1, 0.5] }, [0, 0.165], 0.4);
    const [px, py] = toScreen(showing(area, box.width, box.height), [x, y]);
    return [box.x + px, box.y + py];
  }

  /** Drags from one point of the field to another. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.page.evaluate(() => scrollTo(0, 0));
    await this.page.mouse.move(...(await this.pixel(...from)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.pixel(...to)), { steps: 6 });
    await this.page.mouse.up();
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Waits until `find` gives something; the test's own timeout is the end of patience. */
export async function eventually<T>(find: () => Promise<T | null | false>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== null && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
