// Where a world comes from: a running server or a recording. The page asks both the same way.

import type { Fields } from '../../shared/readers';

export type Command = { readonly do: string } & Fields;

/** The server refused a command, in words for people. */
export class Refused extends Error {}

export interface Source {
  readonly kind: 'live' | 'recording';
  /** Carries out a command; rejects with `Refused` when it is not done. */
  send(command: Command): Promise<Fields>;
  /** The bytes of a geometry or texture. */
  blob(kind: 'geometry' | 'texture', hash: string): Promise<Blob>;
  close(): void;
}

/** What open panels need; the source is asked once for all of them. */
export class Topics {
  private readonly wanted = new Map<string, number>();
  private isPlanned = false;
  /** Topics of pictures by the number that the server gave them. */
  pictures: ReadonlyMap<number, string> = new Map();

  constructor(private readonly watch: (topics: readonly string[]) => void) {}

  /** Subscribes; the result ends the subscription. */
  want(topic: string): () => void {
    this.wanted.set(topic, (this.wanted.get(topic) ?? 0) + 1);
    this.later();
    let done = false;
    return () => {
      if (done) return;
      done = true;
      const left = (this.wanted.get(topic) ?? 1) - 1;
      if (left > 0) this.wanted.set(topic, left);
      else this.wanted.delete(topic);
      this.later();
    };
  }

  /** Asks again: after a reconnect the server knows nothing. */
  renew(): void {
    this.later();
  }

  get list(): readonly string[] {
    return [...this.wanted.keys()];
  }

  /** Panels open and close topics together: they are sent once, and before anything that happens later. */
  private later(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    queueMicrotask(() => {
      this.isPlanned = false;
      this.watch(this.list);
    });
  }
}
