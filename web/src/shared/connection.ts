// The WebSocket to the server, opened again and again until it holds. Both pages use it;
// what the messages mean is decided by their stores.

/** Whether messages arrive. */
export type Status = 'connecting' | 'open' | 'lost';

const FIRST_RETRY = 250;
const LAST_RETRY = 4000;

/** How long to wait before attempt `failures` (1, 2, …), in milliseconds. */
export const retryDelay = (failures: number): number =>
  Math.min(FIRST_RETRY * 2 ** Math.max(failures - 1, 0), LAST_RETRY);

export interface Events {
  /** Takes a message; true for the greeting that shows that the server is the right one. */
  message(data: string | ArrayBuffer): boolean;
  status(status: Status): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private failures = 0;
  private closed = false;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  /** `silence`: after this many milliseconds without a message the line is dead; null if the server may be silent. */
  constructor(
    private readonly url: string,
    private readonly events: Events,
    private readonly silence: number | null,
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
  send(command: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }

  /** Ends the connection for good. */
  close(): void {
    this.closed = true;
    clearTimeout(this.watchdog);
    clearTimeout(this.retry);
    this.socket?.close();
    this.socket = null;
  }

  private open(): void {
    if (this.closed) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    this.watch();
    socket.onmessage = (event: MessageEvent<unknown>) => {
      const { data } = event;
      if (socket !== this.socket || !(typeof data === 'string' || data instanceof ArrayBuffer)) return;
      this.watch();
      if (!this.events.message(data)) return;
      this.failures = 0;
      this.events.status('open');
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  private watch(): void {
    clearTimeout(this.watchdog);
    if (this.silence !== null) this.watchdog = setTimeout(() => this.lose(), this.silence);
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
