// `foxden view` on a port of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { environment } from './server';

export interface ViewProgram {
  readonly address: string;
  /** A folder of this program's own; `stop` removes it. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** What a project needs besides texts. */
export interface ProjectExtras {
  /** Files that are copied, by their path in the project. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Variables of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts `foxden view` with a world and waits until its page can be opened. */
export async function startView(world: string, ...options: string[]): Promise<ViewProgram> {
  return start(await ownFolder(), ['view', world, '--port', '0', '--offline', ...options], {});
}

/** Starts another command that has a viewer, and waits for a line with its address. */
export async function startWith(line: 'page' | 'view', ...command: string[]): Promise<ViewProgram> {
  return start(await ownFolder(), command, {}, line);
}

/** Writes files of a project and shows one of its worlds; without a world, the start page. */
export async function startProject(files: Readonly<Record<string, string>>, world: string | null, extras: ProjectExtras = {}): Promise<ViewProgram> {
  const folder = await ownFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const [path, from] of Object.entries(extras.programs ?? {})) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(from, join(folder, path));
  }
  return start(folder, ['view', ...(world ? [join(folder, world)] : []), '--port', '0', '--offline'], extras.environment ?? {});
}

const ownFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'foxden-view-'));

async function start(folder: string, command: readonly string[], variables: Readonly<Record<string, string>>, line = 'page'): Promise<ViewProgram> {
  const child = spawn(environment('FOXDEN_BINARY'), command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // worlds of tests do not belong in the user's list of recent ones
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state'), XDG_CACHE_HOME: join(folder, 'cache'), ...variables },
  });
  const address = await printed(child, line);
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

/** The address that the program prints. What it prints later is read, too: a full pipe would stop it. */
function printed(child: ChildProcess, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (part) => {
      said = `${said}${part}`.slice(-10_000);
      const address = new RegExp(`^\\s*${line}\\s+(http:\\S+)\\s`, 'm').exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`foxden said only '${said}'`)));
  });
}
