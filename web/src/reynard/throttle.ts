// At most thirty commands a second from a hand that moves; the last one always goes out.

import type { Command } from './core/protocol';

const INTERVAL = 33;

export class Throttle {
  private waiting: Command | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly out: (command: Command) => void) {}

  send(command: Command): void {
    if (this.timer !== undefined) {
      this.waiting = command;
      return;
    }
    this.out(command);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const next = this.waiting;
      this.waiting = null;
      if (next) this.send(next);
    }, INTERVAL);
  }

  /** Sends what still waits, now. */
  flush(): void {
    const command = this.waiting;
    this.waiting = null;
    if (command) this.out(command);
  }
}
