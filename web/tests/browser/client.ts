// The genuine Python client as an object.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment } from './server';

export class Client {
  private constructor(
    private readonly child: ReturnType<typeof spawn>,
    private readonly answers: AsyncIterator<string>,
  ) {}

  static async connect(url: string): Promise<Client> {
    const python = join(environment('FOXDEN_VENV'), 'bin/python');
    const child = spawn(python, [join(import.meta.dirname, 'client.py'), url], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    const client = new Client(child, lines[Symbol.asyncIterator]());
    await client.answer();
    return client;
  }

  call(name: string, ...parameters: unknown[]): Promise<unknown> {
    return this.ask({ call: name, with: parameters });
  }

  get(name: string): Promise<unknown> {
    return this.ask({ get: name });
  }

  set(name: string, value: unknown): Promise<unknown> {
    return this.ask({ set: name, to: value });
  }

  /** Waits until page messages arrived as events. */
  async messages(): Promise<string[]> {
    for (;;) {
      const heard = (await this.ask({ messages: true })) as string[];
      if (heard.length > 0) return heard;
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdin?.end();
    await gone;
  }

  private async ask(request: object): Promise<unknown> {
    this.child.stdin?.write(`${JSON.stringify(request)}\n`);
    return this.answer();
  }

  private async answer(): Promise<unknown> {
    const line = await this.answers.next();
    if (line.done) throw new Error('the Python client has ended');
    const answer = JSON.parse(line.value) as { ok?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.ok;
  }
}
