// The real server on ports of its own.

import { type ChildProcess, spawn } from 'node:child_process';
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
  /** Starts it again, at the same ports. */
  restart(): Promise<void>;
}

/** A variable that `cargo xtask test` sets. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with \`cargo xtask test\``);
  return value;
}

const DEN = join(import.meta.dirname, '../../../worlds/reynard_den.wbt');
const ANY: Ports = { raconteur: 0, http: 0, ascii: 0 };

/** Starts `foxden reynard` in one of the worlds and waits until its servers run. */
export async function startServer(world: 'den' | 'classic', ...options: string[]): Promise<Server> {
  const all = [...(world === 'den' ? ['--world', DEN] : []), ...options];
  let { child, ports } = await open(ANY, all);
  return {
    ports,
    address: `http://localhost:${ports.http}`,
    raconteur: `rr+tcp://localhost:${ports.raconteur}?service=reynard`,
    stop: () => stop(child),
    restart: async () => {
      ({ child, ports } = await openAgain(ports, all));
    },
  };
}

interface Opened {
  readonly child: ChildProcess;
  readonly ports: Ports;
}

/** The same ports again, even if somebody else has one of them for a moment. */
async function openAgain(ports: Ports, options: readonly string[]): Promise<Opened> {
  for (;;) {
    try {
      return await open(ports, options);
    } catch {
      await sleep(100);
    }
  }
}

/** Starts the program; it prints the addresses of its servers when they run. */
async function open(ports: Ports, options: readonly string[]): Promise<Opened> {
  const child = spawn(
    environment('FOXDEN_BINARY'),
    [
      'reynard',
      ...options,
      '--robotraconteur-tcp-port', String(ports.raconteur),
      '--http-port', String(ports.http),
      '--ascii-socket-port', String(ports.ascii),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    const port = (pattern: RegExp): number => Number(pattern.exec(said)?.[1]);
    const found = { raconteur: port(/:(\d+)\?service=reynard\n/), http: port(/page\s+\S+:(\d+)\/\n/), ascii: port(/ascii\s+\S+:(\d+)\n/) };
    if (Object.values(found).every(Number.isInteger)) return { child, ports: found };
  }
  throw new Error(`foxden said only '${said}'`);
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
