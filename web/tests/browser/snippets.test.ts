// The programs that the page offers work without changes.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Servers, readMessage } from '../../src/reynard/core/protocol';
import { type ProgramName, snippets } from '../../src/reynard/core/snippets';
import { eventually } from './chromium';
import { environment, type Server, startServer } from './server';

const run = promisify(execFile);
let server: Server;
let folder: string;
let code: Map<ProgramName, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foxden-snippets-'));
  server = await startServer('den');
  const servers = await serversOf(server.address);
  code = new Map(snippets(servers, 'reynard', 'reynard', true).map((snippet) => [snippet.program, snippet.code ?? '']));
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await post('color', { r: 0, g: 0, b: 0 });
  await post('teleport', { x: 0, y: 0 });
});

const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0;

function serversOf(address: string): Promise<Servers> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/api/stream`, { origin: address });
    socket.once('error', reject);
    socket.once('message', (data) => {
      const message = readMessage(String(data));
      socket.close();
      if (message?.type === 'hello') resolve(message.hello.servers);
      else reject(new Error(`no hello but ${String(data).slice(0, 200)}`));
    });
  });
}

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(`${server.address}/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

async function read(path: string): Promise<Record<string, number>> {
  return (await (await fetch(`${server.address}/api/${path}`)).json()) as Record<string, number>;
}

/** All of them end violet. */
async function isViolet(): Promise<void> {
  expect(await read('color')).toEqual({ r: 0.5, g: 0, b: 1 });
}

/** He goes so far, and a step or two that come after the answer. */
async function hasDriven(millimetres: number): Promise<void> {
  await eventually(async () => ((await read('state')).x ?? 0) >= millimetres - 1e-6);
}

async function python(program: string): Promise<string> {
  const file = join(folder, 'snippet.py');
  await writeFile(file, program);
  const { stdout } = await run(join(environment('FOXDEN_VENV'), 'bin/python'), [file]);
  return stdout;
}

it('Python', async () => {
  // Everything but the minute of listening.
  const stdout = await python((code.get('python') ?? '').replace('time.sleep(60)', 'time.sleep(0)'));
  expect(stdout.trim().split('\n')).toHaveLength(2);
  await isViolet();
  await hasDriven(200);
});

it('curl', async () => {
  const { stdout } = await run('bash', ['-e', '-u', '-c', (code.get('curl') ?? '').replaceAll(/^curl /gm, 'curl --silent --show-error --fail ')]);
  expect(JSON.parse(stdout.slice(0, stdout.indexOf('}') + 1))).toHaveProperty('vel_q3');
  await isViolet();
  await hasDriven(300);
});

/** What he answers to the lines of the program for the plain socket. */
function expectReplies(heard: readonly string[]): void {
  expect(heard.slice(1)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'COLOR 0.5 0.0 1.0', 'NOMESSAGE']);
  expect(heard[0]).toMatch(/^STATE( -?[\d.e-]+){6}$/);
}

it('netcat, line by line', async () => {
  const lines = /<<'END'\n(.*)\nEND\n/s.exec(code.get('netcat') ?? '')?.[1]?.split('\n') ?? [];
  const socket = connect(server.ports.ascii, 'localhost');
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const heard: string[] = [];
  for (const line of lines) {
    socket.write(`${line}\n`);
    heard.push(String((await replies.next()).value));
  }
  socket.end();
  expectReplies(heard);
  await isViolet();
});

// Under CI the test fails without netcat.
it.skipIf(!hasProgram('nc') && !process.env.CI)('netcat itself', async () => {
  const { stdout } = await run('bash', ['-e', '-u', '-c', code.get('netcat') ?? '']);
  expectReplies(stdout.trim().split('\n'));
  await isViolet();
});

it('raconteur', async () => {
  const path = [dirname(environment('FOXDEN_BINARY')), process.env.PATH].join(delimiter);
  // One value is enough of watching.
  const script = (code.get('raconteur') ?? '').replace('raconteur watch', 'raconteur watch --count 1');
  const { stdout } = await run('bash', ['-e', '-u', '-c', script], { env: { ...process.env, PATH: path } });
  expect(stdout).toContain('drive_robot');
  expect(stdout).toContain('robot_velocity');
  await isViolet();
});

it('the den', async () => {
  const stdout = await python(code.get('den') ?? '');
  expect(stdout).toMatch(/^battery [\d.]+ of [\d.]+ J$/m);
  expect(stdout).toMatch(/^light at eye /m);
  expect(stdout).toMatch(/^charger [\d.]+ J$/m);
});
