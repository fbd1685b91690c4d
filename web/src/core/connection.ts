// The WebSocket to the server, opened again and again until it holds.

import { type Command, readMessage, type ServerMessage } from './protocol';
import type { Status } from './store';

/** The server sends at least a frame a second; silence this long is a dead line. */
const SILENCE = 5000;
const FIRST_RETRY = 250;
const LAST_RETRY = 4000;

/** How long to wait before attempt `failures` (1, 2, …), in milliseconds. */
export const retryDelay = (failures: number): number =>
  Math.min(FIRST_RETRY * 2 ** Math.max(failures - 1, 0), LAST_RETRY);

export interface Events {
  message(message: ServerMessage): void;
  status(status: Status): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private failures = 0;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    private readonly events: Events,
  ) {
    this.open();
    // A laptop that wakes up, or a tab that becomes visible, connects without waiting for the next attempt.
    const hurry = (): void => {
      if (!this.socket && document.visibilityState === 'visible') this.open();
    };
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', hurry);
  }

  /** Sends a command; false when there is no connection. */
  send(command: Command): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }

  private open(): void {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.watch();
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (socket !== this.socket || typeof event.data !== 'string') return;
      this.watch();
      const message = readMessage(event.data);
      if (!message) return;
      if (message.type === 'hello') {
        this.failures = 0;
        this.events.status('open');
      }
      this.events.message(message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  private watch(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.lose(), SILENCE);
  }

  private lose(): void {
    clearTimeout(this.watchdog);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.failures += 1;
    this.events.status('lost');
    this.retry = setTimeout(() => this.open(), retryDelay(this.failures));
  }
}
