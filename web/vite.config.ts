import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { licences } from './licences.ts';
import { mockDen } from './tests/mock/plugin.ts';
import { threeTrim } from './three_trim.ts';

// `npm run dev` shows the page with a running foxden behind it,
// `npm run mock` with a den made up by tests/mock.
const mock = process.env.FOXDEN_MOCK !== undefined;
const server = process.env.FOXDEN_HTTP ?? 'http://localhost:29201';

// As the server sends it.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export default defineConfig({
  plugins: [threeTrim(), licences(), compressed(), ...(mock ? [mockDen()] : [])],
  server: mock
    ? {}
    : { proxy: Object.fromEntries(['/api', '/viewer'].map((path) => [path, { target: server, ws: true, changeOrigin: true, headers: { origin: server } }])) },
  preview: { headers: { 'Content-Security-Policy': POLICY } },
  build: {
    target: 'es2022',
    // Nothing is put inline: the page runs under a strict Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js is one large chunk; it is compressed to a fifth on its way.
    chunkSizeWarningLimit: 800,
    rollupOptions: { input: ['index.html', 'view.html'] },
  },
});
