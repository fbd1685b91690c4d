// The inspector: what the selected node is, its live values, its fields, and what can be done with it.

import { list } from '../../shared/readers';
import { fixed } from '../../shared/units';
import { icon, make, setText } from '../../shared/dom';
import { nodeKey, turnOf } from '../core/readings';
import { nodeKind, nodeTitle } from '../core/scene_tables';
import type { SceneNode } from '../core/scene_types';
import { type FieldRow, fieldRow, nodeValues, tryRead } from '../core/values';
import type { ViewerPage, ViewerPanel } from '../page';
import { FieldEditor } from './field_editor';
import { ValueRow } from './value_row';

/** Fields are not asked for more often, in milliseconds. */
const LOAD_PERIOD = 400;

export interface NodeActions {
  tool(name: 'move' | 'turn'): void;
}

export class NodePanel implements ViewerPanel {
  readonly name = 'node';
  readonly title = 'Node';
  readonly icon = 'side';
  readonly element = make('div', { class: 'node-panel' });
  private readonly head = make('div', { class: 'node-head' });
  private readonly live = make('div', { class: 'values' });
  private readonly fieldHost = make('div', { class: 'fields' });
  private readonly turned = make('span', { class: 'turned' });
  private rows: Record<'position' | 'angle' | 'velocity' | 'spin' | 'mass', ValueRow> | null = null;
  private editors = new Map<string, FieldEditor>();
  /** The fields that are shown, as far as their elements depend on them. */
  private builtFor = '';
  /** The editors that show a value which the world changes: of the field, and of the parameter behind it. */
  private shownIn = new Map<string, readonly FieldEditor[]>();
  private liveFields = '';
  private edits: number | null = null;
  private follow: { readonly button: HTMLButtonElement; readonly node: number } | null = null;
  private nextLoad = 0;
  private isShown = false;
  private release: (() => void) | null = null;

  constructor(
    private readonly page: ViewerPage,
    private readonly actions: NodeActions,
  ) {
    this.element.append(this.head, this.live, this.fieldHost);
    const { store } = page;
    store.on('selection', () => this.load());
    store.on('scene', () => this.load());
    store.on('follow', () => this.showFollow());
    store.on('hello', () => this.load());
    store.on('changes', (changes) => {
      if (changes.nodes.some((node) => node.id === store.selected)) void this.loadFields();
    });
    this.load();
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    this.subscribe();
    if (isShown) this.load();
  }

  update(): void {
    const { selected, values } = this.page.store;
    if (selected === null || !this.rows) return;
    const { store } = this.page;
    if (store.isPast || this.page.source().kind === 'recording') {
      this.showPose(store.shownPose(selected));
      return;
    }
    const read = tryRead(nodeValues, values.get(`node:${selected}`));
    if (!read) return;
    this.showTurn(read.position, read.rotation);
    this.rows.velocity.update(read.velocity ? read.velocity.slice(0, 3) : null);
    this.rows.spin.update(read.velocity && read.velocity.length > 3 ? read.velocity.slice(3, 6) : null);
    this.rows.mass.update(read.mass);
    this.live.hidden = read.position === null && read.mass === null;
    // Values that the world does not change any more, and edits of others, are in the document.
    const names = Object.keys(read.fields).join('\n');
    const isStale = names !== this.liveFields || read.edits !== this.edits;
    if (isStale && performance.now() > this.nextLoad) {
      [this.liveFields, this.edits] = [names, read.edits];
      this.nextLoad = performance.now() + LOAD_PERIOD;
      void this.loadFields();
    }
    for (const editor of this.editors.values()) editor.showPlotted();
    for (const [name, value] of Object.entries(read.fields)) {
      if (typeof value === 'string') for (const editor of this.shownIn.get(name) ?? []) editor.live(value);
    }
  }

  /** Place and turn as the picture shows them; other values of the past are not known. */
  private showPose(pose: ReturnType<ViewerPage['store']['shownPose']>): void {
    if (!this.rows) return;
    this.live.hidden = pose === null;
    this.showTurn(pose?.position ?? null, pose?.rotation ?? null);
    for (const name of ['velocity', 'spin', 'mass'] as const) this.rows[name].update(null);
  }

  private showTurn(position: readonly number[] | null, rotation: readonly [number, number, number, number] | null): void {
    this.rows?.position.update(position);
    const angle = turnOf(rotation);
    this.rows?.angle.update(angle);
    setText(this.turned, rotation && angle ? axisText(rotation) : '');
  }

  private subscribe(): void {
    this.release?.();
    this.release = null;
    const { selected } = this.page.store;
    if (this.isShown && selected !== null) this.release = this.page.topics.want(`node:${selected}`);
  }

  private load(): void {
    const { selected, tables } = this.page.store;
    const node = selected === null ? null : (tables.nodes.get(selected) ?? null);
    this.subscribe();
    this.editors = new Map();
    this.shownIn = new Map();
    this.builtFor = '';
    this.fieldHost.replaceChildren();
    this.rows = null;
    this.live.replaceChildren();
    this.live.hidden = true;
    if (!node) {
      this.head.replaceChildren(
        make('div', { class: 'empty' }, icon('select'), make('p', {}, 'Click something in the picture or in the scene to see what it is.')),
      );
      return;
    }
    this.head.replaceChildren(...this.headOf(node));
    const title = nodeTitle(node);
    const row = (key: string, label: string, unit: string): ValueRow => new ValueRow(this.page, nodeKey(node.id, key), `${title} ${label}`, unit, label);
    this.rows = {
      position: row('position', 'position', 'm'), angle: row('turn', 'turned by', '°'), velocity: row('velocity', 'velocity', 'm/s'), spin: row('spin', 'spin', 'rad/s'), mass: row('mass', 'mass', 'kg'),
    };
    this.live.append(...Object.values(this.rows).map((one) => one.element));
    this.rows.angle.element.append(this.turned);
    void this.loadFields();
    this.update();
  }

  private headOf(node: SceneNode): readonly HTMLElement[] {
    const { page } = this;
    const path = make('nav', { class: 'path', 'aria-label': 'Parents' });
    const parents = page.store.tables.path(node.id).slice(0, -1);
    // The root of a scene is not worth a word.
    for (const parent of parents.filter((one) => one.parent !== null || one.type !== 'Group')) {
      const link = make('button', { type: 'button', class: 'crumb' }, nodeTitle(parent));
      link.addEventListener('click', () => page.store.select(parent.id));
      path.append(link, ' › ');
    }
    const kind = make('p', { class: 'node-kind' }, nodeKind(node));
    if (node.proto) kind.append(make('span', { class: 'chip', title: node.proto.url ?? '' }, 'PROTO'), make('span', { class: 'base' }, node.type));
    if (node.def) kind.append(make('span', { class: 'chip' }, `DEF ${node.def}`));
    const actions = make('div', { class: 'node-actions', role: 'group', 'aria-label': 'Actions' });
    const add = (name: string, label: string, title: string, act: () => void): HTMLButtonElement => {
      const button = make('button', { type: 'button', class: 'small-button', title }, icon(name), label);
      button.addEventListener('click', act);
      actions.append(button);
      return button;
    };
    add('focus', 'Show', 'Show it (F)', () => page.picture.focus(node.id));
    const canChange = page.store.hello?.canChange === true && page.source().kind === 'live';
    if ((node.solid || node.robot) && canChange) {
      add('move', 'Move', 'Drag arrows to move it (G)', () => this.actions.tool('move'));
      add('turn', 'Turn', 'Drag rings to turn it (T)', () => this.actions.tool('turn'));
    }
    if (node.solid || node.robot) {
      const follow = add('robot', 'Follow', 'The view moves with it', () => {
        page.picture.follow = page.picture.follow?.node === node.id ? null : { node: node.id, mode: 'Tracking Shot' };
      });
      this.follow = { button: follow, node: node.id };
      this.showFollow();
    }
    if (canChange) {
      const remove = add('bin', '', 'Remove it (Delete)', () => page.remove(node.id));
      remove.setAttribute('aria-label', 'Remove');
    }
    const parts: HTMLElement[] = [make('h2', { class: 'node-title' }, nodeTitle(node)), kind, actions];
    return path.childElementCount > 0 ? [path, ...parts] : parts;
  }

  private showFollow(): void {
    const { follow, page } = this;
    follow?.button.setAttribute('aria-pressed', String(page.picture.follow?.node === follow.node));
  }

  /** A field with nodes: links to them. */
  private nodeField(row: FieldRow): HTMLElement {
    const { store } = this.page;
    const links = (row.nodes ?? []).slice(0, 50).flatMap((id) => {
      const node = store.tables.nodes.get(id);
      if (!node) return [];
      const link = make('button', { type: 'button', class: 'crumb' }, nodeTitle(node));
      link.addEventListener('click', () => store.select(id));
      return [link, ' '];
    });
    const head = make('div', { class: 'field-head' }, make('span', {}, row.name), make('span', { class: 'field-type' }, row.type));
    return make('div', { class: 'field', 'data-field': row.name, 'data-default': 'true' }, head, make('div', { class: 'node-links' }, ...(links.length > 0 ? links : ['–'])));
  }

  private async loadFields(): Promise<void> {
    const { selected } = this.page.store;
    if (selected === null) return;
    if (this.page.source().kind === 'recording') {
      this.fieldHost.replaceChildren(make('p', { class: 'muted' }, 'Recordings have no fields.'));
      return;
    }
    let rows: readonly FieldRow[] | null;
    try {
      rows = tryRead(list(fieldRow), (await this.page.ask({ do: 'fields', node: selected }))['fields']);
    } catch (error) {
      this.fieldHost.replaceChildren(make('p', { class: 'muted' }, error instanceof Error ? error.message : String(error)));
      return;
    }
    if (this.page.store.selected !== selected || !rows) return;
    const built = JSON.stringify([selected, rows.map(({ value: _value, ...rest }) => rest)]);
    if (built === this.builtFor) {
      rows.forEach((row) => this.editors.get(keyOf(row))?.refresh(row));
      return;
    }
    this.builtFor = built;
    // A PROTO instance has parameters and fields, maybe of the same name; values that change are shown in both.
    this.editors = new Map();
    const element = (row: FieldRow, at: number): HTMLElement => {
      if (row.nodes) return this.nodeField(row);
      const editor = new FieldEditor(this.page, selected, row, () => void this.loadFields(), `field-${selected}-${at}`);
      this.editors.set(keyOf(row), editor);
      return editor.element;
    };
    const elements = rows.map((row, at) => ({ row, element: element(row, at) }));
    this.shownIn = new Map(
      rows.filter((row) => !row.isParameter).map((row) => {
        const behind = row.parameter?.node === selected ? `parameter ${row.parameter.name}` : '';
        return [row.name, [this.editors.get(row.name), this.editors.get(behind)].flatMap((editor) => editor ?? [])];
      }),
    );
    const section = (title: string, isParameter: boolean): HTMLElement[] => {
      const some = elements.filter(({ row }) => row.isParameter === isParameter).map((one) => one.element);
      return some.length > 0 ? [make('h3', {}, title), ...some] : [];
    };
    // The one that is edited keeps its place.
    const focus = document.activeElement?.id;
    this.fieldHost.replaceChildren(...section('Parameters', true), ...section('Fields', false));
    if (focus) document.getElementById(focus)?.focus();
  }
}

const keyOf = (row: FieldRow): string => (row.isParameter ? `parameter ${row.name}` : row.name);

function axisText([w, x, y, z]: readonly [number, number, number, number]): string {
  const length = Math.hypot(x, y, z);
  if (length < 1e-9) return '';
  const sign = w < 0 ? -1 : 1;
  return `about ${[x, y, z].map((part) => fixed((sign * part) / length, 2)).join(' ')}`;
}
