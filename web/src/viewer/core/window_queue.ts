// Robot windows: where they are, and messages of controllers that wait until the script of a window listens.

/** The most messages and characters that wait; older ones are dropped. */
const MOST_MESSAGES = 10_000;
const MOST_CHARACTERS = 16_000_000;

/** Whether a path is one of this server's windows: a world cannot name another site. */
export const isWindowPath = (path: string): boolean => /^\/viewer\/window\/[\w./%-]+$/.test(path) && !path.includes('..');

export class WindowQueue {
  private isListening = false;
  private messages: string[] = [];
  private characters = 0;

  constructor(private readonly pass: (message: string) => void) {}

  add(message: string): void {
    if (this.isListening) {
      this.pass(message);
      return;
    }
    this.messages.push(message);
    this.characters += message.length;
    let extra = 0;
    while (this.messages.length - extra > MOST_MESSAGES || (this.characters > MOST_CHARACTERS && this.messages.length - extra > 1)) {
      this.characters -= this.messages[extra]?.length ?? 0;
      extra += 1;
    }
    if (extra > 0) this.messages.splice(0, extra);
  }

  /** The window listens: it gets what has waited. */
  listens(): void {
    this.isListening = true;
    const waiting = this.messages;
    this.messages = [];
    this.characters = 0;
    for (const message of waiting) this.pass(message);
  }

  /** Another document is loaded; what has waited is for it if it belongs to the same robot. */
  loads(isSameRobot: boolean): void {
    this.isListening = false;
    if (isSameRobot) return;
    this.messages = [];
    this.characters = 0;
  }
}
