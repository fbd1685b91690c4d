// The viewer with a made-up world, as a visitor sees it: mouse, fingers and keys on a picture that is
// drawn by software WebGL.

import { preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import type { Look } from './chromium';
import { Visit } from './chromium';

/** Small, because software draws each pixel, and wide enough for the layout of desktops. */
export const SMALL: Look = { width: 900, height: 600 };

/** Starts the built page with the world of tests/mock behind it. */
export async function startMock(bodies = 0): Promise<{ readonly address: string; stop(): Promise<void> }> {
  process.env['FOXDEN_MOCK'] = '1';
  process.env['FOXDEN_MOCK_BODIES'] = String(bodies);
  const server: PreviewServer = await preview({ root: `${import.meta.dirname}/../..`, logLevel: 'error', preview: { port: 0, host: '127.0.0.1' } });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error('the preview server has no address');
  return { address: `${address}view.html`, stop: () => server.close() };
}

/** What a test may ask the page about. */
export interface Probe {
  readonly selected: string | null;
  readonly time: number;
  readonly isPast: boolean;
  readonly drawn: number;
  readonly position: readonly number[];
  readonly target: readonly number[];
  readonly distance: number;
  readonly isOrthographic: boolean;
}

/** Opens the viewer; the greeting is closed unless it is what the test is about. */
export async function visitViewer(address: string, look: Look = {}, greeting = false): Promise<Visit> {
  const visit = await Visit.open(address, { ...look, webgl: true });
  await visit.page.locator('#picture[data-ready="true"]').waitFor();
  if (!greeting) await visit.page.getByRole('button', { name: 'Got it' }).click();
  return visit;
}

/** One visit to the world of tests/mock for all tests of a file. */
export function visitMock(look: Look, opened: (visit: Visit) => unknown): void {
  let server: Awaited<ReturnType<typeof startMock>>;
  let visit: Visit;
  beforeAll(async () => {
    server = await startMock();
    visit = await visitViewer(server.address, look);
    await opened(visit);
  });
  afterAll(async () => {
    await visit?.close();
    await server?.stop();
  });
}

export function probe(visit: Visit): Promise<Probe> {
  return visit.page.evaluate(() => {
    const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    const node = store.selected === null ? null : store.tables.nodes.get(store.selected);
    return {
      selected: node ? (node.name ?? node.type) : null,
      time: store.time,
      isPast: store.isPast,
      drawn: picture.drawn,
      position: picture.view.position.toArray(),
      target: picture.view.target.toArray(),
      distance: picture.view.distance,
      isOrthographic: picture.view.isOrthographic,
    };
  });
}

/** Waits until the camera has arrived where a key or a button sent it. */
export async function arrived(visit: Visit): Promise<void> {
  await visit.page.waitForFunction(() => !(globalThis as unknown as { foxdenViewer: any }).foxdenViewer.picture.view.isFlying); // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** Where a named Solid is on the screen. */
export function whereIs(visit: Visit, name: string): Promise<readonly [number, number]> {
  return visit.page.evaluate((wanted) => {
    const { store, picture } = (globalThis as unknown as { foxdenViewer: any }).foxdenViewer; // eslint-disable-line @typescript-eslint/no-explicit-any
    const node = [...store.tables.nodes.values()].find((one: { name: string | null }) => one.name === wanted);
    const at = picture.view.target.clone();
    at.setFromMatrixPosition(picture.bodyMatrix(picture.bodyOf(node.id)));
    const box = picture.canvas.getBoundingClientRect();
    const { x, y } = picture.project(at);
    return [box.left + x, box.top + y] as const;
  }, name);
}

/** Drops a file on the page, as a person does from a folder. */
export async function dropFile(visit: Visit, name: string, data: Buffer): Promise<void> {
  await visit.page.evaluate(
    ([file, base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], file!));
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer }));
    },
    [name, data.toString('base64')],
  );
}
