// Robot windows: pages of a project, in a frame without any right. Messages are passed on, nothing else.

import { make } from '../../shared/dom';
import { nodeTitle } from '../core/scene_tables';
import { isWindowPath, WindowQueue } from '../core/window_queue';
import type { ViewerPage, ViewerPanel } from '../page';

const LONGEST = 1_000_000;
/** Messages to the controller that wait for their answer; a window that sends more is not heard. */
const MOST_WAITING = 200;

export class WindowPanel implements ViewerPanel {
  readonly name = 'window';
  readonly title = 'Window';
  readonly icon = 'window';
  readonly element = make('div', { class: 'window-panel' });
  private readonly chooser = make('select', { 'aria-label': 'Robot window of' });
  private readonly host = make('div', { class: 'window-host' });
  private frame: HTMLIFrameElement | null = null;
  private robot: number | null = null;
  private isShown = false;
  private waiting = 0;
  private isTold = false;
  private release: (() => void) | null = null;
  /** The robot whose window was loaded last. */
  private last: number | null = null;
  private readonly queue = new WindowQueue((message) => this.frame?.contentWindow?.postMessage({ foxden: 'window', message }, '*'));

  constructor(private readonly page: ViewerPage) {
    this.element.append(make('div', { class: 'panel-tools' }, this.chooser), this.host);
    this.chooser.addEventListener('change', () => this.load(Number(this.chooser.value)));
    page.store.on('scene', () => this.list(false));
    page.store.on('changes', ({ nodes, removed }) => {
      if (nodes.length > 0 || removed.nodes.length > 0) this.list(true);
    });
    page.store.on('values', ({ topic, values }) => {
      if (topic !== `window:${this.robot}` || !Array.isArray(values['messages'])) return;
      for (const message of values['messages']) if (typeof message === 'string') this.queue.add(message);
    });
    addEventListener('message', (event: MessageEvent<unknown>) => this.receive(event));
    this.list(false);
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    if (isShown && this.robot === null && this.chooser.options.length > 0) this.load(Number(this.chooser.value));
  }

  /** Lists the robots that have windows; an open window stays if `isKept` and its robot is still there. */
  private list(isKept: boolean): void {
    // A recording has neither the files of windows nor a controller that answers.
    const isLive = this.page.source().kind === 'live';
    const robots = isLive ? this.page.store.tables.robots().filter((robot) => robot.window !== null) : [];
    this.chooser.replaceChildren(...robots.map((robot) => make('option', { value: String(robot.id) }, nodeTitle(robot))));
    this.page.offer(this.name, robots.length > 0);
    if (isKept && robots.some((robot) => robot.id === this.robot)) {
      this.chooser.value = String(this.robot);
      return;
    }
    this.frame?.remove();
    this.frame = null;
    this.robot = null;
    if (this.isShown && robots[0]) this.load(robots[0].id);
    else this.subscribe();
  }

  private load(robot: number): void {
    const path = this.page.store.tables.nodes.get(robot)?.window;
    if (!path || !isWindowPath(path)) return;
    this.robot = robot;
    this.isTold = false;
    this.queue.loads(this.last === robot);
    this.last = robot;
    this.frame?.remove();
    this.frame = make('iframe', { sandbox: 'allow-scripts', src: path, title: 'Robot window', referrerpolicy: 'no-referrer' });
    this.host.replaceChildren(this.frame);
    this.subscribe();
  }

  private receive(event: MessageEvent<unknown>): void {
    if (!this.frame || event.source !== this.frame.contentWindow || this.robot === null) return;
    const data = event.data as { foxden?: unknown; message?: unknown; ready?: unknown } | null;
    if (data?.foxden === 'window' && data.ready === true) this.queue.listens();
    if (data?.foxden !== 'window' || typeof data.message !== 'string' || data.message.length > LONGEST) return;
    if (this.waiting >= MOST_WAITING) {
      if (!this.isTold) this.page.notice('The robot window sends more messages than the controller can take. Some were left out.');
      this.isTold = true;
      return;
    }
    this.waiting += 1;
    void this.page.send({ do: 'window', robot: this.robot, message: data.message }).finally(() => {
      this.waiting -= 1;
    });
  }

  /** A window that was opened lives on behind other panels, and hears its controller there. */
  private subscribe(): void {
    const before = this.release;
    this.release = this.robot === null ? null : this.page.topics.want(`window:${this.robot}`);
    before?.();
  }
}
