// What an overlay is: topics that it needs, what it draws, its legend and its table.

import type { Fields } from '../../shared/readers';
import type { ViewerPage } from '../page';
import type { Labels } from './labels';
import type { Pen } from './pen';

export interface LegendEntry {
  readonly color: string;
  readonly text: string;
}

export interface OverlayContext {
  readonly page: ViewerPage;
  readonly pen: Pen;
  readonly labels: Labels;
  /** A size that is visible: a share of the scene's extent. */
  readonly size: number;
  /** Outlines a node in the picture. */
  mark(node: number): void;
  /** Newest values of a topic. */
  values(topic: string): Fields | undefined;
}

export interface Overlay {
  readonly name: string;
  readonly title: string;
  /** One sentence: which question it answers. */
  readonly answers: string;
  readonly legend: readonly LegendEntry[];
  /** Topics that it needs now. */
  topics(page: ViewerPage): readonly string[];
  draw(context: OverlayContext): void;
  /** Rows for the panel, or null. */
  table?(context: OverlayContext): HTMLElement | null;
  /** Called when it is switched off. */
  clear?(): void;
}

/** Colours that differ on any background, also for people who do not see red or green. */
export const COLORS = {
  orange: '#f5843c', teal: '#19b3a6', violet: '#a274ec', blue: '#3d9bf0', yellow: '#f2c43d', grey: '#9a9187', red: '#ef5d55', green: '#57b86b',
} as const;
