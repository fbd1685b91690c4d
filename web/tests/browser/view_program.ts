// `foxden view` on a port of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { environment } from './server';

export interface ViewProgram {
  readonly address: string;
  /** A folder of this program's own; `stop` removes it. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts `foxden view` with a world and waits until its page can be opened. */
export async function startView(world: string, ...options: string[]): Promise<ViewProgram> {
  return start(await ownFolder(), [world, ...options]);
}

/** Writes files of a project and shows one of its worlds; without a world, the start page. */
export async function startProject(files: Readonly<Record<string, string>>, world: string | null): Promise<ViewProgram> {
  const folder = await ownFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return start(folder, world ? [join(folder, world)] : []);
}

const ownFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'foxden-view-'));

async function start(folder: string, options: readonly string[]): Promise<ViewProgram> {
  const child = spawn(environment('FOXDEN_BINARY'), ['view', ...options, '--port', '0', '--offline'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // worlds of tests do not belong in the user's list of recent ones
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state'), XDG_CACHE_HOME: join(folder, 'cache') },
  });
  const address = await printed(child);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  return { address, folder, stop };
}

/** The address that the program prints. */
async function printed(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const part of child.stdout ?? []) {
    said += String(part);
    const address = /page\s+(http:\S+)/.exec(said)?.[1];
    if (address) return address;
  }
  throw new Error(`foxden said only '${said}'`);
}
