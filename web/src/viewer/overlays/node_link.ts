// Names of nodes in tables, as buttons that select them: a keyboard reaches them, too.

import { make } from '../../shared/dom';
import { nodeTitle } from '../core/scene_tables';
import type { ViewerPage } from '../page';

/** The title of a node, or `otherwise` if there is none. */
export function nodeName(page: ViewerPage, id: number | null | undefined, otherwise: string): string {
  const node = id === null || id === undefined ? undefined : page.store.tables.nodes.get(id);
  return node ? nodeTitle(node) : otherwise;
}

/** A text that selects a node; without a node it is only a text. */
export function nodeLink(page: ViewerPage, id: number | null | undefined, text: string): HTMLElement {
  if (id === null || id === undefined || !page.store.tables.nodes.has(id)) return make('span', {}, text);
  // The panel listens: rows are used again for other nodes.
  return make('button', { type: 'button', class: 'row-link', title: 'Select it', 'data-node': String(id) }, text);
}
