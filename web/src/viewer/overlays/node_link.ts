// Names of nodes in tables, as buttons that select them: a keyboard reaches them, too.

import { icon, make } from '../../shared/dom';
import { nodeTitle } from '../core/scene_tables';
import type { ViewerPage } from '../page';

/** The title of a node, or `otherwise` if there is none. */
export function nodeName(page: ViewerPage, id: number | null | undefined, otherwise: string): string {
  const node = id === null || id === undefined ? undefined : page.store.tables.nodes.get(id);
  return node ? nodeTitle(node) : otherwise;
}

/**
 * The name of a joint or slot, which rarely has one of its own: its DEF, or that of its motor or of what it moves,
 * and what that is part of.
 */
export function partName(page: ViewerPage, id: number | null | undefined, otherwise: string): string {
  const { tables } = page.store;
  const node = id === null || id === undefined ? undefined : tables.nodes.get(id);
  if (!node) return otherwise;
  const inside = tables.children(node.id);
  const named = node.def ? node : (inside.find((one) => one.field?.startsWith('device') && one.name) ?? inside.find((one) => one.field === 'endPoint' && one.name));
  return node.def ?? named?.name ?? nodeTitle(node);
}

/** The same with the outermost thing that it is part of. */
export function placeName(page: ViewerPage, id: number | null | undefined, otherwise: string): string {
  const around = id === null || id === undefined ? null : page.store.tables.topSolid(id);
  const name = partName(page, id, otherwise);
  return around && around.id !== id ? `${nodeTitle(around)}: ${name}` : name;
}

/** A text that selects a node; without a node it is only a text. */
export function nodeLink(page: ViewerPage, id: number | null | undefined, text: string): HTMLElement {
  if (id === null || id === undefined || !page.store.tables.nodes.has(id)) return make('span', {}, text);
  // The panel listens: rows are used again for other nodes.
  return make('button', { type: 'button', class: 'row-link', title: 'Select it', 'data-node': String(id) }, text);
}

/** A button that plots a series of a table; the panel listens. */
export function plotLink(page: ViewerPage, key: string, label: string): HTMLElement {
  return make('button', { type: 'button', class: 'mini', draggable: 'true', title: `Plot ${label}`, 'aria-label': `Plot ${label}`, 'data-plot': key, 'aria-pressed': String(page.series.isPlotted(key)) }, icon('plot'));
}
