// A running server: one WebSocket for messages, HTTP for what never changes.

import { Connection } from '../../shared/connection';
import type { Fields } from '../../shared/readers';
import { type Command, Refused, type Source } from './source';
import type { ViewerStore } from './store';

const PATIENCE = 15_000;

interface Waiting {
  readonly resolve: (reply: Fields) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class LiveSource implements Source {
  readonly kind = 'live';
  private readonly connection: Connection;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(
    store: ViewerStore,
    private readonly base: URL,
    token: string | null,
  ) {
    const address = new URL('/viewer/socket', base);
    address.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
    if (token) address.searchParams.set('token', token);
    this.connection = new Connection(
      address.href,
      {
        message: (data) => {
          if (typeof data !== 'string') {
            store.receiveBinary(data, performance.now());
            return false;
          }
          const message = store.receiveText(data);
          if (message?.type === 'reply') this.answer(message.to, message.error, message.reply);
          return message?.type === 'hello';
        },
        status: (status) => {
          store.setStatus(status);
          if (status === 'lost') this.rejectAll('The connection was lost before the answer came.');
        },
      },
      null,
    );
  }

  send(command: Command): Promise<Fields> {
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      if (!this.connection.send({ id, ...command })) {
        reject(new Refused('There is no connection to the simulation.'));
        return;
      }
      const timer = setTimeout(() => this.answer(id, `No answer to '${command.do}' within 15 s.`, {}), PATIENCE);
      this.waiting.set(id, { resolve, reject, timer });
    });
  }

  async blob(kind: 'geometry' | 'texture', hash: string): Promise<Blob> {
    const response = await fetch(new URL(`/viewer/${kind}/${hash}`, this.base));
    if (!response.ok) throw new Refused(`The server has no ${kind} ${hash} (${response.status}).`);
    return response.blob();
  }

  close(): void {
    this.rejectAll('The page left the simulation.');
    this.connection.close();
  }

  private answer(id: number, error: string | null, reply: Fields): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (error === null) waiting.resolve(reply);
    else waiting.reject(new Refused(error));
  }

  private rejectAll(reason: string): void {
    for (const id of [...this.waiting.keys()]) this.answer(id, reason, {});
  }
}
