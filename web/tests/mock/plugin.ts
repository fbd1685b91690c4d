// Serves the made-up den on `/api/stream` of Vite's own server.
// FOXDEN_MOCK=50 makes fifty Reynards, FOXDEN_MOCK=classic an empty field.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Plugin } from 'vite';
import { WebSocketServer } from 'ws';
import { MockDen } from './den.ts';

const PERIOD = 1000 / 60;

function attach(http: Server): void {
  const wish = process.env.FOXDEN_MOCK ?? '';
  const den = new MockDen(Math.max(Number.parseInt(wish, 10) || 1, 1), wish !== 'classic');
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!request.url?.startsWith('/api/stream')) return;
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      viewer.send(JSON.stringify(den.hello(`http://${request.headers.host ?? 'localhost'}`)));
      viewer.on('message', (data) => {
        const { all, own } = den.command(JSON.parse(String(data)));
        for (const message of own) viewer.send(JSON.stringify(message));
        for (const message of all) for (const other of sockets.clients) other.send(JSON.stringify(message));
      });
    });
  });
  const timer = setInterval(() => {
    if (!den.paused) den.advance((PERIOD / 1000) * den.speed);
    const frame = JSON.stringify(den.frame());
    for (const viewer of sockets.clients) viewer.send(frame);
  }, PERIOD);
  http.on('close', () => clearInterval(timer));
}

export function mockDen(): Plugin {
  return {
    name: 'mock-den',
    configureServer: (server) => {
      if (server.httpServer) attach(server.httpServer as Server);
    },
    configurePreviewServer: (server) => attach(server.httpServer as Server),
  };
}
