// What every part of the viewer's page is given.

import type { Fields } from '../shared/readers';
import type { Settings } from '../shared/settings';
import type { Command, Source, Topics } from './core/source';
import type { SeriesStore } from './core/series';
import type { ViewerStore } from './core/store';
import type { Picture } from './picture/picture';

export interface ViewerPage {
  readonly store: ViewerStore;
  readonly picture: Picture;
  readonly topics: Topics;
  readonly series: SeriesStore;
  readonly settings: Settings;
  source(): Source;
  /** Carries out a command; a refusal is shown as a notice and gives null. */
  send(command: Command): Promise<Fields | null>;
  /** The same, but a refusal is an error that the caller shows. */
  ask(command: Command): Promise<Fields>;
  /** Removes a node, and says how it comes back. */
  remove(node: number): void;
  /** A short notice. */
  notice(text: string): void;
  /** Shows a panel, or hides it if it is shown and `toggle`. */
  open(panel: PanelName, toggle?: boolean): void;
  /** Marks where a panel is opened: there is something new, in words; null: no more. */
  mark(panel: PanelName, words: string | null): void;
  /** Offers a panel, or hides that it exists. */
  offer(panel: PanelName, isOffered: boolean): void;
}

export type PanelName = 'scene' | 'node' | 'robot' | 'why' | 'console' | 'plots' | 'events' | 'window';

/** A panel in a pane; values are subscribed to only while it is shown. */
export interface ViewerPanel {
  readonly name: PanelName;
  readonly title: string;
  readonly icon: string;
  readonly element: HTMLElement;
  shown(isShown: boolean): void;
  /** Called at most ten times a second while it is shown. */
  update?(): void;
}
