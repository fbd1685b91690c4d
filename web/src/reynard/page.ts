// What every panel is handed: what is known, what is preferred, how to send.

import type { Command } from './core/protocol';
import type { Store } from './core/store';
import type { Settings } from '../shared/settings';

export interface Page {
  readonly store: Store;
  readonly settings: Settings;
  /** Sends a command; says so on the page when there is no connection. */
  send(command: Command): void;
  /** A short notice. */
  notice(text: string): void;
}

/** A part of the page; `update` is called at most once for each animation frame. */
export interface Panel {
  update(): void;
}
