// What is built: small, complete, and fit for a strict Content-Security-Policy.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '../../dist');
/** Both pages together, in bytes. */
const GOAL = 250_000;

const all = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const files = all.filter((file) => !file.endsWith('.br'));

it('is below its goal of 250 kB with brotli', () => {
  const sizes = files.map((file) => ({ file: file.slice(DIST.length + 1), size: brotliCompressSync(readFileSync(file)).length }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  console.log([...sizes.map(({ file, size }) => `${file} ${size}`), `total ${total}`].join('\n'));
  expect(total).toBeLessThan(GOAL);
});

it('has each script, style and page compressed, too', () => {
  const copies = all.filter((file) => file.endsWith('.br'));
  expect(copies.filter((file) => /assets.*\.(js|css)\.br$/.test(file)).length).toBe(files.filter((file) => /assets.*\.(js|css)$/.test(file)).length);
  for (const copy of copies) expect(brotliDecompressSync(readFileSync(copy)).equals(readFileSync(copy.slice(0, -3))), copy).toBe(true);
});

it('has no script or style inline', () => {
  for (const page of ['index.html', 'view.html']) {
    const html = readFileSync(join(DIST, page), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
  }
});

it('names no other host', () => {
  for (const file of files.filter((name) => /\.(html|css|js)$/.test(name))) {
    const hosts = [...readFileSync(file, 'utf8').matchAll(/(?:https?|wss?):\/\/[\w.-]+/g)].map((found) => found[0]);
    expect(hosts.filter((host) => host !== 'http://www.w3.org'), file).toEqual([]);
  }
});
