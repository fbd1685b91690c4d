// Robot windows: pages of a project, in a frame without any right. Messages are passed on, nothing else.

import { make } from '../../dom';
import { nodeTitle } from '../core/scene_tables';
import type { ViewerPage, ViewerPanel } from '../page';

const LONGEST = 1_000_000;

export class WindowPanel implements ViewerPanel {
  readonly name = 'window';
  readonly title = 'Window';
  readonly icon = 'window';
  readonly element = make('div', { class: 'window-panel' });
  private readonly chooser = make('select', { 'aria-label': 'Robot window of' });
  private readonly host = make('div', { class: 'window-host' });
  private readonly empty = make('p', { class: 'muted pad' }, 'No robot of this world has a window.');
  private frame: HTMLIFrameElement | null = null;
  private robot: number | null = null;
  private isShown = false;
  private release: (() => void) | null = null;

  constructor(private readonly page: ViewerPage) {
    this.element.append(make('div', { class: 'panel-tools' }, this.chooser), this.empty, this.host);
    this.chooser.addEventListener('change', () => this.load(Number(this.chooser.value)));
    page.store.on('scene', () => this.list());
    page.store.on('values', ({ topic, values }) => {
      if (topic !== `window:${this.robot}` || !Array.isArray(values['messages'])) return;
      for (const message of values['messages']) if (typeof message === 'string') this.frame?.contentWindow?.postMessage({ foxden: 'window', message }, '*');
    });
    addEventListener('message', (event: MessageEvent<unknown>) => this.receive(event));
    this.list();
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    if (isShown && this.robot === null && this.chooser.options.length > 0) this.load(Number(this.chooser.value));
    this.subscribe();
  }

  private list(): void {
    const robots = this.page.store.tables.robots().filter((robot) => robot.window !== null);
    this.chooser.replaceChildren(...robots.map((robot) => make('option', { value: String(robot.id) }, nodeTitle(robot))));
    this.chooser.hidden = robots.length === 0;
    this.empty.hidden = robots.length > 0;
    this.frame?.remove();
    this.frame = null;
    this.robot = null;
    if (this.isShown && robots[0]) this.load(robots[0].id);
  }

  private load(robot: number): void {
    const path = this.page.store.tables.nodes.get(robot)?.window;
    // Only this server's windows: a world cannot name another site.
    if (!path || !/^\/viewer\/window\/[\w./%-]+$/.test(path)) return;
    this.robot = robot;
    this.frame?.remove();
    this.frame = make('iframe', { sandbox: 'allow-scripts', src: path, title: 'Robot window', referrerpolicy: 'no-referrer' });
    this.host.replaceChildren(this.frame);
    this.subscribe();
  }

  private receive(event: MessageEvent<unknown>): void {
    if (!this.frame || event.source !== this.frame.contentWindow || this.robot === null) return;
    const data = event.data as { foxden?: unknown; message?: unknown } | null;
    if (data?.foxden !== 'window' || typeof data.message !== 'string' || data.message.length > LONGEST) return;
    void this.page.send({ do: 'window', robot: this.robot, message: data.message });
  }

  private subscribe(): void {
    this.release?.();
    this.release = this.isShown && this.robot !== null ? this.page.topics.want(`window:${this.robot}`) : null;
  }
}
