// What controllers and Foxden print, with colours, search and a choice of robot.

import { fixed } from '../../shared/units';
import { make, setText } from '../../shared/dom';
import { styledText } from '../core/ansi';
import type { ConsoleLine } from '../core/messages';
import { nodeTitle } from '../core/scene_tables';
import type { ViewerPage, ViewerPanel } from '../page';

/** Elements in sight at once: the newest. */
const MOST = 800;

export class ConsolePanel implements ViewerPanel {
  readonly name = 'console';
  readonly title = 'Console';
  readonly icon = 'console';
  readonly element = make('div', { class: 'console-panel' });
  private readonly log = make('div', { class: 'console', role: 'log', tabindex: '0', 'aria-label': 'Console', 'aria-live': 'off' });
  private readonly search = make('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the console', autocomplete: 'off', spellcheck: 'false' });
  private readonly from = make('select', { 'aria-label': 'Lines of' });
  private readonly actions: readonly HTMLButtonElement[];
  private isShown = false;
  private isStale = true;
  private errors = 0;
  private readonly empty = make('p', { class: 'muted pad', hidden: '' });

  constructor(private readonly page: ViewerPage) {
    const clear = make('button', { type: 'button', class: 'small-button' }, 'Clear');
    clear.addEventListener('click', () => page.store.clearLines());
    this.actions = (['restart', 'stop'] as const).map((action) => {
      const button = make('button', { type: 'button', class: 'small-button', title: `${action === 'restart' ? 'Start' : 'Stop'} the controller${action === 'restart' ? ' again' : ''}` }, action === 'restart' ? 'Restart' : 'Stop');
      button.addEventListener('click', () => void page.send({ do: 'controller', robot: Number(this.from.value), action }));
      return button;
    });
    this.element.append(make('div', { class: 'panel-tools' }, this.search, this.from, ...this.actions, clear), this.empty, this.log);
    const again = (): void => {
      this.isStale = true;
      this.update();
    };
    this.search.addEventListener('input', again);
    this.from.addEventListener('change', () => {
      this.showActions();
      again();
    });
    page.store.on('hello', () => this.showActions());
    page.store.on('console', (lines) => {
      if (!this.isShown || lines.length === 0) this.isStale = true;
      else this.append(lines);
      this.countErrors(lines);
    });
    page.store.on('scene', () => this.listRobots());
    page.store.on('changes', ({ nodes, removed }) => {
      if (nodes.some((node) => node.robot) || removed.nodes.length > 0) this.listRobots();
    });
    this.listRobots();
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    if (isShown) this.countErrors([]);
    this.update();
  }

  /**
   * Errors of controllers and reports of Foxden that nobody saw are marked where the console is opened: a controller
   * may have ended by one, or not be there.
   */
  private countErrors(lines: readonly ConsoleLine[]): void {
    const isCleared = this.isShown || this.page.store.lines.length === 0;
    this.errors = isCleared ? 0 : this.errors + lines.filter((line) => line.stream !== 'out').length;
    this.page.mark(this.name, this.errors === 0 ? null : `${this.errors} new line${this.errors === 1 ? '' : 's'} about problems`);
  }

  update(): void {
    if (!this.isStale || !this.isShown) return;
    this.isStale = false;
    this.log.replaceChildren();
    this.append(this.page.store.lines);
    this.log.scrollTop = this.log.scrollHeight;
  }

  private listRobots(): void {
    const before = this.from.value;
    const robots = this.page.store.tables.robots().slice(0, 500);
    this.from.replaceChildren(
      make('option', { value: '' }, 'Everything'),
      ...robots.map((robot) => make('option', { value: String(robot.id) }, nodeTitle(robot))),
      make('option', { value: 'foxden' }, 'Foxden'),
    );
    this.from.value = before;
    if (this.from.selectedIndex < 0) this.from.value = '';
    this.showActions();
    this.isStale = true;
  }

  /** A controller can be started again and stopped where its lines are read. */
  private showActions(): void {
    const isRobot = this.from.value !== '' && this.from.value !== 'foxden';
    const canChange = this.page.store.hello?.canChange === true && this.page.source().kind === 'live';
    for (const button of this.actions) button.hidden = !isRobot || !canChange;
  }

  private append(lines: readonly ConsoleLine[]): void {
    const atEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 24;
    const words = this.search.value.toLowerCase();
    const chosen = this.from.value;
    const wanted = lines.filter(
      (line) =>
        (chosen === '' || (chosen === 'foxden' ? line.stream === 'foxden' : line.robot === Number(chosen))) &&
        (words === '' || line.text.toLowerCase().includes(words)),
    );
    this.log.append(...wanted.slice(-MOST).map((line) => this.lineElement(line)));
    while (this.log.childElementCount > MOST) this.log.firstElementChild?.remove();
    this.empty.hidden = this.log.childElementCount > 0;
    if (!this.empty.hidden) setText(this.empty, this.page.store.lines.length === 0 ? 'Nothing was printed yet. What controllers and Foxden print appears here.' : 'No line has been found.');
    if (atEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  private lineElement(line: ConsoleLine): HTMLElement {
    const robot = line.robot === null ? null : this.page.store.tables.nodes.get(line.robot);
    const text = make('span', { class: 'console-text' });
    for (const part of styledText(line.text)) {
      const span = make('span', {}, part.text);
      if (part.color !== null) span.dataset['color'] = String(part.color);
      if (part.background !== null) span.dataset['background'] = String(part.background);
      if (part.bold) span.classList.add('bold');
      if (part.underline) span.classList.add('underline');
      text.append(span);
    }
    const time = make('span', { class: 'console-time' }, `${fixed(line.time, 2)} s`);
    const name = make('span', { class: 'console-name' }, robot ? nodeTitle(robot) : (line.name ?? (line.stream === 'foxden' ? 'foxden' : '')));
    return make('div', { class: 'console-line', 'data-stream': line.stream }, time, name, text);
  }
}
