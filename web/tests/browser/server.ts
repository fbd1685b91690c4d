// The real server on ports of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ports {
  readonly raconteur: number;
  readonly http: number;
  readonly ascii: number;
}

export interface Server {
  readonly ports: Ports;
  readonly address: string;
  readonly raconteur: string;
  stop(): Promise<void>;
}

/** A variable that `cargo xtask test` sets. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with \`cargo xtask test\``);
  return value;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

export async function freePorts(): Promise<Ports> {
  return { raconteur: await freePort(), http: await freePort(), ascii: await freePort() };
}

const DEN = join(import.meta.dirname, '../../../worlds/reynard_den.wbt');

/** Starts `foxden reynard` in one of the worlds and waits until the page is served. */
export async function startServer(ports: Ports, world: 'den' | 'classic', ...options: string[]): Promise<Server> {
  const child = spawn(
    environment('FOXDEN_BINARY'),
    [
      'reynard',
      ...(world === 'den' ? ['--world', DEN] : []),
      ...options,
      '--quiet',
      '--robotraconteur-tcp-port', String(ports.raconteur),
      '--http-port', String(ports.http),
      '--ascii-socket-port', String(ports.ascii),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const address = `http://localhost:${ports.http}`;
  await answers(child, address);
  return {
    ports,
    address,
    raconteur: `rr+tcp://localhost:${ports.raconteur}?service=reynard`,
    stop: () => stop(child),
  };
}

async function answers(child: ChildProcess, address: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`foxden ended with code ${child.exitCode}`);
    try {
      const answer = await fetch(`${address}/api/state`);
      if (answer.ok) return;
    } catch {
      // Not yet.
    }
    await sleep(50);
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
