// Makes an HTML recording from the built page, as docs/viewer-protocol.md describes it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../../dist');
const TYPES: Readonly<Record<string, string>> = { woff2: 'font/woff2', svg: 'image/svg+xml' };

const file = (path: string): Buffer => readFileSync(join(DIST, path));
const dataUrl = (path: string): string => `data:${TYPES[path.split('.').at(-1) ?? ''] ?? ''};base64,${file(path).toString('base64')}`;

export function htmlRecording(mcap: Buffer): string {
  const style = (path: string): string => `<style>${file(path).toString().replace(/url\((\/[^)]+)\)/g, (_whole, url: string) => `url(${dataUrl(url)})`)}</style>`;
  const page = file('view.html')
    .toString()
    .replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (_whole, path: string) => style(path))
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script src="([^"]+)"><\/script>/g, (_whole, path: string) => `<script>${file(path).toString()}</script>`)
    .replace(/<script type="module"[^>]*><\/script>/g, '')
    .replace(/"(\/[\w-]+\.svg)"/g, (_whole, path: string) => `"${dataUrl(path)}"`);
  const used = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js') && !name.startsWith('index'));
  const chunks = used.map((name) => `<script type="text/plain" data-chunk="/assets/${name}">${file(`assets/${name}`).toString('base64')}</script>`);
  const recording = `<script type="text/plain" id="recording">${gzipSync(mcap).toString('base64')}</script>`;
  return page.replace('</body>', () => `${chunks.join('\n')}\n${recording}\n<script>${file('recording.js').toString()}</script></body>`);
}
