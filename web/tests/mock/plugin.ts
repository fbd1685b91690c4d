// Serves the made-up den on `/api/stream` of Vite's own server.
// FOXDEN_MOCK=50 makes fifty Reynards, FOXDEN_MOCK=classic an empty field. The viewer's
// made-up world is at /view.html; FOXDEN_MOCK_BODIES=1000 adds a thousand moving robots to it.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Connect, Plugin } from 'vite';
import { WebSocketServer } from 'ws';
import { MockDen } from './den.ts';
import { answerers, attachViewer } from './viewer_server.ts';

const PERIOD = 1000 / 60;

function attach(http: Server): void {
  const mode = process.env.FOXDEN_MOCK ?? '';
  const den = new MockDen(Math.max(Number.parseInt(mode, 10) || 1, 1), mode !== 'classic');
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

function attachAll(http: Server, middlewares: Connect.Server): void {
  attach(http);
  attachViewer(http, Number.parseInt(process.env.FOXDEN_MOCK_BODIES ?? '0', 10));
  middlewares.use((request, response, next) => {
    if (!answerers.get(http)?.(request, response)) next();
  });
}

export function mockDen(): Plugin {
  return {
    name: 'mock-den',
    configureServer: (server) => {
      if (server.httpServer) attachAll(server.httpServer as Server, server.middlewares);
    },
    configurePreviewServer: (server) => attachAll(server.httpServer as Server, server.middlewares),
  };
}
