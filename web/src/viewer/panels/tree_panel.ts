// The scene tree: only the rows in sight are elements, so a hundred thousand nodes cost little.

import { make, need, setAttribute } from '../../shared/dom';
import { nodeKind, nodeTitle } from '../core/scene_tables';
import type { SceneNode } from '../core/scene_types';
import type { ViewerPage, ViewerPanel } from '../page';

const ROW = 28;
const MARGIN = 8;
const MOST_MATCHES = 5000;

interface Row {
  readonly node: SceneNode;
  readonly level: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  readonly isMatch: boolean;
}

export class TreePanel implements ViewerPanel {
  readonly name = 'scene';
  readonly title = 'Scene';
  readonly icon = 'tree';
  readonly element = need('pane-scene', HTMLElement);
  private readonly host = need('tree', HTMLDivElement);
  private readonly search = need('tree-search', HTMLInputElement);
  private readonly spacer = make('div', { class: 'tree-space', role: 'none' });
  private readonly open = new Set<number>();
  private rows: readonly Row[] = [];
  private active = 0;
  private drawing = 0;

  constructor(private readonly page: ViewerPage) {
    this.host.append(this.spacer);
    const { store } = page;
    store.on('scene', () => this.rebuild());
    store.on('changes', (changes) => {
      if (changes.nodes.length > 0 || changes.removed.nodes.length > 0) this.rebuild();
    });
    store.on('selection', (id) => this.reveal(id));
    this.search.addEventListener('input', () => this.rebuild());
    this.search.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        this.host.focus();
        const found = this.rows.find((row) => row.isMatch);
        if (found) store.select(found.node.id);
      } else if (event.key === 'Escape') {
        this.search.value = '';
        this.rebuild();
        this.host.focus();
      }
    });
    this.host.addEventListener('scroll', () => this.draw());
    this.host.addEventListener('keydown', (event) => this.key(event));
    this.host.addEventListener('click', (event) => this.click(event));
    this.host.addEventListener('dblclick', () => page.picture.focus(store.selected));
    new ResizeObserver(() => this.draw()).observe(this.host);
  }

  shown(isShown: boolean): void {
    if (isShown) this.draw();
  }

  focusSearch(): void {
    this.search.focus();
    this.search.select();
  }

  private rebuild(): void {
    const { tables } = this.page.store;
    const words = this.search.value.trim().toLowerCase();
    const rows: Row[] = [];
    const matches = words ? this.matches(words) : null;
    const visit = (parent: number | null, level: number): void => {
      if (level > 200) return;
      for (const node of tables.children(parent)) {
        if (matches && !matches.around.has(node.id)) continue;
        const hasChildren = tables.children(node.id).length > 0;
        const isOpen = matches ? matches.openers.has(node.id) : this.open.has(node.id);
        rows.push({ node, level, hasChildren, isOpen, isMatch: matches?.found.has(node.id) ?? false });
        if (hasChildren && isOpen) visit(node.id, level + 1);
      }
    };
    // The root of a scene is not worth a row.
    const roots = tables.children(null);
    visit(roots.length === 1 && roots[0] && tables.children(roots[0].id).length > 0 ? roots[0].id : null, 0);
    this.rows = rows;
    this.active = Math.max(rows.findIndex((row) => row.node.id === this.page.store.selected), 0);
    this.spacer.style.height = `${rows.length * ROW}px`;
    setAttribute(this.host, 'data-empty', String(rows.length === 0 && words !== ''));
    this.draw();
  }

  private matches(words: string): { found: Set<number>; around: Set<number>; openers: Set<number> } {
    const { tables } = this.page.store;
    const found = new Set<number>();
    const around = new Set<number>();
    const openers = new Set<number>();
    for (const node of tables.nodes.values()) {
      const text = `${node.name ?? ''} ${node.def ?? ''} ${node.type} ${node.proto?.name ?? ''} ${node.model ?? ''}`.toLowerCase();
      if (!text.includes(words)) continue;
      found.add(node.id);
      for (const one of tables.path(node.id)) {
        around.add(one.id);
        if (one !== node) openers.add(one.id);
      }
      if (found.size >= MOST_MATCHES) break;
    }
    return { found, around, openers };
  }

  private draw(): void {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      const first = Math.max(Math.floor(this.host.scrollTop / ROW) - MARGIN, 0);
      const last = Math.min(Math.ceil((this.host.scrollTop + this.host.clientHeight) / ROW) + MARGIN, this.rows.length);
      this.spacer.replaceChildren(...this.rows.slice(first, last).map((row, at) => this.rowElement(row, first + at)));
      const shown = this.spacer.querySelector('[data-active]');
      if (shown) this.host.setAttribute('aria-activedescendant', shown.id);
      else this.host.removeAttribute('aria-activedescendant');
    });
  }

  private rowElement(row: Row, index: number): HTMLElement {
    const { node, level, hasChildren, isOpen, isMatch } = row;
    const title = nodeTitle(node);
    const kind = nodeKind(node);
    const element = make(
      'div',
      { class: 'tree-row', role: 'treeitem', id: `node-${node.id}`, 'aria-level': String(level + 1), 'aria-selected': String(node.id === this.page.store.selected), 'data-index': String(index) },
      make('span', { class: 'twist' }, hasChildren ? (isOpen ? '▾' : '▸') : ''),
      make('span', { class: 'tree-name' }, title),
      make('span', { class: 'tree-type' }, title === kind ? (node.field === 'children' ? '' : (node.field ?? '')) : kind),
    );
    element.dataset['kind'] = node.robot ? 'robot' : node.solid ? 'solid' : 'other';
    if (hasChildren) element.setAttribute('aria-expanded', String(isOpen));
    if (isMatch) element.dataset['match'] = 'true';
    if (index === this.active) element.dataset['active'] = 'true';
    element.style.top = `${index * ROW}px`;
    element.style.paddingLeft = `${6 + Math.min(level, 12) * 14}px`;
    return element;
  }

  private click(event: MouseEvent): void {
    const element = (event.target as Element).closest<HTMLElement>('.tree-row');
    const row = this.rows[Number(element?.dataset['index'])];
    if (!row) return;
    this.active = Number(element?.dataset['index']);
    const twist = (event.target as Element).classList.contains('twist');
    if (row.hasChildren && (twist || this.page.store.selected === row.node.id)) this.toggle(row, !row.isOpen);
    if (!twist) this.page.store.select(row.node.id);
    this.draw();
  }

  private toggle(row: Row, isOpen: boolean): void {
    if (isOpen) this.open.add(row.node.id);
    else this.open.delete(row.node.id);
    const { scrollTop } = this.host;
    const keep = row.node.id;
    this.rebuild();
    this.active = Math.max(this.rows.findIndex((one) => one.node.id === keep), 0);
    this.host.scrollTop = scrollTop;
  }

  private key(event: KeyboardEvent): void {
    const row = this.rows[this.active];
    const go = (index: number): void => {
      this.active = Math.min(Math.max(index, 0), this.rows.length - 1);
      const next = this.rows[this.active];
      if (next) this.page.store.select(next.node.id);
      this.scrollToActive();
    };
    switch (event.key) {
      case 'ArrowDown':
        go(this.active + 1);
        break;
      case 'ArrowUp':
        go(this.active - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(this.rows.length - 1);
        break;
      case 'PageDown':
        go(this.active + 12);
        break;
      case 'PageUp':
        go(this.active - 12);
        break;
      case 'ArrowRight':
        if (row?.hasChildren && !row.isOpen) this.toggle(row, true);
        else go(this.active + 1);
        break;
      case 'ArrowLeft':
        if (row?.hasChildren && row.isOpen) this.toggle(row, false);
        else if (row?.node.parent != null) go(this.rows.findIndex((one) => one.node.id === row.node.parent));
        break;
      case 'Enter':
        this.page.picture.focus(row?.node.id ?? null);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Opens what is around a node that was selected elsewhere, and scrolls to it. */
  private reveal(id: number | null): void {
    if (id !== null) {
      const path = this.page.store.tables.path(id);
      const hidden = path.slice(0, -1).some((node) => !this.open.has(node.id));
      for (const node of path.slice(0, -1)) this.open.add(node.id);
      if (hidden) this.rebuild();
      const index = this.rows.findIndex((row) => row.node.id === id);
      if (index >= 0) {
        this.active = index;
        this.scrollToActive();
      }
    }
    this.draw();
  }

  private scrollToActive(): void {
    const top = this.active * ROW;
    const { scrollTop, clientHeight } = this.host;
    if (top < scrollTop) this.host.scrollTop = top;
    else if (top + ROW > scrollTop + clientHeight) this.host.scrollTop = top + ROW - clientHeight;
    this.draw();
  }
}
