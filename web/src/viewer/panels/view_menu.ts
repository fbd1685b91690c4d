// Buttons over the picture: tools on the left, views on the right.

import { icon, make, need } from '../../shared/dom';
import { nodeTitle } from '../core/scene_tables';
import type { ViewerPage } from '../page';
import type { Preset } from '../picture/view_camera';
import type { Gizmo, GizmoMode } from '../tools/gizmo';
import type { Pull } from '../tools/pull';

const PRESETS: readonly (readonly [Preset, string])[] = [['front', '1'], ['back', '2'], ['left', '3'], ['right', '4'], ['top', '5'], ['bottom', '6']];

export class ViewMenu {
  private readonly tools: Readonly<Record<'select' | 'move' | 'turn' | 'pull', HTMLButtonElement>>;
  private readonly projection: HTMLButtonElement;
  private readonly follow = make('select', { 'aria-label': 'Follow mode', title: 'How the view follows' });

  constructor(
    private readonly page: ViewerPage,
    private readonly gizmo: Gizmo,
    private readonly pull: Pull,
  ) {
    const tool = (name: 'select' | 'move' | 'turn' | 'pull', image: string, title: string): HTMLButtonElement => {
      const button = make('button', { type: 'button', class: 'icon-button', title, 'aria-label': title.replace(/ \(.*/, ''), 'aria-pressed': 'false' }, icon(image));
      button.addEventListener('click', () => this.choose(name));
      return button;
    };
    this.tools = { select: tool('select', 'select', 'Select and look (V)'), move: tool('move', 'move', 'Move (G)'), turn: tool('turn', 'turn', 'Turn (T)'), pull: tool('pull', 'pull', 'Pull with a force (Alt-drag)') };
    const undo = make('button', { type: 'button', class: 'icon-button', title: 'Undo (Ctrl Z)', 'aria-label': 'Undo' }, icon('undo'));
    undo.addEventListener('click', () => void page.send({ do: 'undo' }));
    need('tools', HTMLElement).append(...Object.values(this.tools), undo);
    const all = make('button', { type: 'button', class: 'icon-button', title: 'Show everything (Shift F)', 'aria-label': 'Show everything' }, icon('focus'));
    all.addEventListener('click', () => page.picture.focus(null));
    this.projection = make('button', { type: 'button', class: 'icon-button', title: 'Parallel projection (O)', 'aria-label': 'Parallel projection', 'aria-pressed': 'false' }, icon('cube'));
    this.projection.addEventListener('click', () => this.toggleProjection());
    const presets = make('select', { 'aria-label': 'View from', title: 'View from' }, make('option', { value: '' }, 'View'));
    presets.append(make('option', { value: 'world' }, 'World’s own (0)'), ...PRESETS.map(([name, key]) => make('option', { value: name }, `${name[0]?.toUpperCase() ?? ''}${name.slice(1)} (${key})`)));
    presets.addEventListener('change', () => {
      const name = presets.value;
      presets.value = '';
      if (name === 'world') page.picture.resetView();
      else this.preset(name as Preset);
    });
    for (const mode of ['None', 'Tracking Shot', 'Mounted Shot', 'Pan and Tilt Shot']) this.follow.append(make('option', { value: mode }, mode === 'None' ? 'Free' : mode.replace(' Shot', '')));
    this.follow.addEventListener('change', () => this.setFollow());
    need('views', HTMLElement).append(presets, this.follow, all, this.projection);
    page.store.on('scene', () => this.update());
    page.store.on('follow', () => this.update());
    this.update();
  }

  /** Chooses a tool; the same again goes back to selecting. */
  choose(name: 'select' | GizmoMode | 'pull'): void {
    const isLive = this.page.source().kind === 'live';
    const canChange = this.page.store.hello?.canChange === true && isLive;
    const now = this.active() === name || !canChange ? 'select' : name;
    if (!canChange && name !== 'select') this.page.notice(isLive ? 'This page may look, not change. Open the address that the program printed, with its token.' : 'This is a recording: it can be looked at, not changed.');
    this.gizmo.set(now === 'move' || now === 'turn' ? now : null);
    this.pull.isArmed = now === 'pull';
    if (now === 'move' || now === 'turn') this.explain(now);
    this.update();
  }

  /** Says what to click, where there is nothing to drag. */
  private explain(mode: GizmoMode): void {
    const { selected, tables } = this.page.store;
    const what = mode === 'move' ? 'move, then drag an arrow' : 'turn, then drag a ring';
    const node = selected === null ? undefined : tables.nodes.get(selected);
    if (!node) this.page.notice(`Click what you want to ${what}.`);
    else if (!this.gizmo.hasTarget) this.page.notice(`“${nodeTitle(node)}” cannot be dragged: only Solids can. Click what you want to ${what}.`);
  }

  preset(name: Preset): void {
    const { picture } = this.page;
    picture.view.preset(name, picture.bounds, performance.now());
    picture.invalidate(false);
  }

  toggleProjection(): void {
    this.page.picture.view.toggleProjection();
    this.page.picture.invalidate(false);
    this.update();
  }

  private active(): 'select' | GizmoMode | 'pull' {
    return this.pull.isArmed ? 'pull' : (this.gizmo.active ?? 'select');
  }

  private setFollow(): void {
    const { picture, store } = this.page;
    const node = store.selected ?? picture.follow?.node ?? store.viewpoint?.follow ?? store.tables.robots()[0]?.id ?? null;
    picture.follow = this.follow.value === 'None' || node === null ? null : { node, mode: this.follow.value };
    if (this.follow.value !== 'None' && node === null) this.page.notice('There is nothing to follow. Select something first.');
    this.update();
  }

  update(): void {
    const active = this.active();
    for (const [name, button] of Object.entries(this.tools)) button.setAttribute('aria-pressed', String(name === active));
    this.projection.setAttribute('aria-pressed', String(this.page.picture.view.isOrthographic));
    this.follow.value = this.page.picture.follow?.mode ?? 'None';
  }
}
