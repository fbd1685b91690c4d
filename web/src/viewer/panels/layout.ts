// Where panels are: beside the picture on wide screens, as sheets over it on phones.

import { icon, make, need } from '../../shared/dom';
import type { PanelName, ViewerPanel } from '../page';

type Pane = 'scene' | 'side' | 'drawer';
const PHONE = matchMedia('(max-width: 760px)');
const NARROW = matchMedia('(max-width: 880px)');
const LOW = matchMedia('(max-height: 480px)');
const REFRESH = 100;
const TOGGLES: Readonly<Record<Pane, { readonly name: string; readonly title: string }>> = {
  scene: { name: 'tree', title: 'Scene (B)' }, side: { name: 'side', title: 'Inspector (I)' }, drawer: { name: 'console', title: 'Console and plots (C)' },
};

interface Placed {
  readonly panel: ViewerPanel;
  readonly pane: Pane;
  readonly tab: HTMLButtonElement | null;
  readonly dock: HTMLButtonElement;
}

export class Layout {
  private readonly placed: Placed[] = [];
  private readonly panes: Readonly<Record<Pane, HTMLElement>> = {
    scene: need('pane-scene', HTMLElement), side: need('pane-side', HTMLElement), drawer: need('pane-drawer', HTMLElement),
  };
  private readonly chosen: Record<Pane, PanelName> = { scene: 'scene', side: 'node', drawer: 'console' };
  /** On small screens the picture comes first. */
  private readonly open: Record<Pane, boolean> = { scene: !NARROW.matches, side: !LOW.matches, drawer: false };
  private sheet: Pane | null = null;
  private shownNames = new Set<PanelName>();
  private refreshed = 0;
  private readonly withheld = new Set<PanelName>();
  private readonly toggles: Readonly<Record<Pane, HTMLButtonElement>>;

  constructor(private readonly resized: () => void) {
    const toggle = (pane: Pane): HTMLButtonElement => {
      const { name, title } = TOGGLES[pane];
      const button = make('button', { type: 'button', class: 'quiet icon-button', title, 'aria-label': title.replace(/ \(.*/, '') }, icon(name));
      button.addEventListener('click', () => this.toggle(pane));
      return button;
    };
    this.toggles = {
      scene: toggle('scene'), side: toggle('side'), drawer: toggle('drawer'),
    };
    need('toggles', HTMLElement).append(...Object.values(this.toggles));
    PHONE.addEventListener('change', () => this.apply());
    for (const [pane, element] of Object.entries(this.panes)) {
      const close = make('button', { type: 'button', class: 'quiet icon-button close', 'aria-label': 'Close panel', title: 'Close' }, icon('close'));
      close.addEventListener('click', () => {
        this.set(pane as Pane, false);
        document.getElementById('picture')?.focus();
      });
      (element.querySelector('.pane-tabs') ?? element.querySelector('.pane-head'))?.after(close);
    }
  }

  add(pane: Pane, panel: ViewerPanel): void {
    const dock = make('button', { type: 'button', class: 'dock-button', 'aria-pressed': 'false' }, icon(panel.icon), make('span', {}, panel.title));
    dock.addEventListener('click', () => this.show(panel.name, true));
    need('dock', HTMLElement).append(dock);
    let tab: HTMLButtonElement | null = null;
    if (pane !== 'scene') {
      panel.element.id = `panel-${panel.name}`;
      panel.element.setAttribute('role', 'tabpanel');
      panel.element.setAttribute('aria-labelledby', `tab-${panel.name}`);
      need(`${pane}-body`, HTMLElement).append(panel.element);
      tab = make('button', { type: 'button', role: 'tab', id: `tab-${panel.name}`, 'aria-controls': panel.element.id }, panel.title);
      tab.addEventListener('click', () => this.show(panel.name));
      tab.addEventListener('keydown', (event) => this.tabKey(event, pane, panel.name));
      need(`${pane}-tabs`, HTMLElement).append(tab);
    }
    this.placed.push({ panel, pane, tab, dock });
    this.apply();
  }

  /** Shows a panel; if it is shown already and `toggle`, hides its pane. */
  show(name: PanelName, toggle = false): void {
    const found = this.placed.find(({ panel }) => panel.name === name);
    if (!found) return;
    const isShown = this.isOpen(found.pane) && this.chosen[found.pane] === name;
    this.chosen[found.pane] = name;
    this.set(found.pane, !(isShown && toggle));
  }

  /** Panels that have nothing to show in this world are not offered. */
  offer(name: PanelName, isOffered: boolean): void {
    if (this.withheld.has(name) !== isOffered) return;
    if (isOffered) this.withheld.delete(name);
    else this.withheld.add(name);
    for (const [pane, chosen] of Object.entries(this.chosen) as [Pane, PanelName][]) {
      if (!this.withheld.has(chosen)) continue;
      const other = this.placed.find((one) => one.pane === pane && !this.withheld.has(one.panel.name));
      if (other) this.chosen[pane] = other.panel.name;
    }
    this.apply();
  }

  /** Marks the buttons that open a panel, while there is something new in it. */
  mark(name: PanelName, words: string | null): void {
    const found = this.placed.find(({ panel }) => panel.name === name);
    if (!found) return;
    const marked: readonly (readonly [HTMLButtonElement | null, string])[] = [
      [this.toggles[found.pane], TOGGLES[found.pane].title], [found.tab, found.panel.title], [found.dock, found.panel.title],
    ];
    for (const [button, title] of marked) {
      if (!button) continue;
      if (words === null) delete button.dataset['news'];
      else button.dataset['news'] = '';
      const text = words === null ? title : `${title}: ${words}`;
      button.title = text;
      button.setAttribute('aria-label', text.replace(/ \(.*?\)/, ''));
    }
  }

  toggle(pane: Pane): void {
    this.set(pane, !this.isOpen(pane));
  }

  /** Closes a sheet on a phone; says whether there was one. */
  closeSheet(): boolean {
    if (!PHONE.matches || this.sheet === null) return false;
    this.set(this.sheet, false);
    return true;
  }

  tick(now: number): void {
    if (now - this.refreshed < REFRESH) return;
    this.refreshed = now;
    for (const { panel } of this.placed) if (this.shownNames.has(panel.name)) panel.update?.();
  }

  private isOpen(pane: Pane): boolean {
    return PHONE.matches ? this.sheet === pane : this.open[pane];
  }

  private set(pane: Pane, isOpen: boolean): void {
    if (PHONE.matches) this.sheet = isOpen ? pane : this.sheet === pane ? null : this.sheet;
    else this.open[pane] = isOpen;
    this.apply();
  }

  private apply(): void {
    document.body.dataset['sheet'] = PHONE.matches && this.sheet ? this.sheet : '';
    for (const [name, element] of Object.entries(this.panes)) {
      element.hidden = !this.isOpen(name as Pane);
      this.toggles[name as Pane].setAttribute('aria-pressed', String(this.isOpen(name as Pane)));
    }
    const shown = new Set<PanelName>();
    for (const { panel, pane, tab, dock } of this.placed) {
      const isChosen = this.chosen[pane] === panel.name;
      const isShown = isChosen && this.isOpen(pane);
      if (isShown) shown.add(panel.name);
      if (pane !== 'scene') panel.element.hidden = !isChosen;
      tab?.setAttribute('aria-selected', String(isChosen));
      if (tab) tab.tabIndex = isChosen ? 0 : -1;
      const isWithheld = this.withheld.has(panel.name);
      dock.hidden = isWithheld;
      if (tab) tab.hidden = isWithheld;
      dock.setAttribute('aria-pressed', String(isShown));
    }
    const before = this.shownNames;
    this.shownNames = shown;
    for (const { panel } of this.placed) {
      if (shown.has(panel.name) !== before.has(panel.name)) panel.shown(shown.has(panel.name));
    }
    this.resized();
  }

  private tabKey(event: KeyboardEvent, pane: Pane, name: PanelName): void {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (way === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const tabs = this.placed.filter((one) => one.pane === pane && !this.withheld.has(one.panel.name));
    const next = tabs[(tabs.findIndex(({ panel }) => panel.name === name) + way + tabs.length) % tabs.length];
    if (!next) return;
    this.show(next.panel.name);
    next.tab?.focus();
  }
}
