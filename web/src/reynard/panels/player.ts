// The bar below the field: pause, step, time, speed, view, reset, stop; and the
// preferences in the heading.

import type { Vec2 } from '../core/protocol';
import { formatAngle, formatLength, formatTime } from '../../shared/units';
import { icon, make, need, setAttribute, setText } from '../../shared/dom';
import type { Page, Panel } from '../page';
import { connectThemeButton } from '../../shared/theme_button';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8] as const;

export class PlayerPanel implements Panel {
  private readonly pause = need('pause', HTMLButtonElement);
  private readonly speed = need('speed', HTMLSelectElement);
  private readonly clock = need('clock', HTMLOutputElement);
  private readonly readout = need('readout', HTMLOutputElement);
  private readonly lines = ['body', 'arm', 'hand'].map((name) => make('span', { class: `read-${name}` }));
  private readonly units = need('units', HTMLButtonElement);
  private readonly whole = need('view-whole', HTMLButtonElement);
  private readonly follow = need('view-follow', HTMLButtonElement);
  private pausedShown: boolean | null = null;

  constructor(private readonly page: Page) {
    const { settings } = page;
    const press = (id: string, act: () => void): void => need(id, HTMLButtonElement).addEventListener('click', act);
    press('pause', () => page.send({ type: 'pause', paused: page.store.frame?.paused !== true }));
    press('step', () => page.send({ type: 'step' }));
    press('reset', () => {
      page.send({ type: 'reset' });
      page.store.wipe();
    });
    press('stop', () => page.send({ type: 'stop' }));
    press('view-whole', () => settings.set('view', 'whole'));
    press('view-follow', () => settings.set('view', 'follow'));
    this.offerFullscreen();
    press('units', () => settings.set('units', settings.units === 'si' ? 'classic' : 'si'));
    connectThemeButton(settings);
    this.readout.append(...this.lines);
    this.offer(SPEEDS);
    this.speed.addEventListener('change', () => page.send({ type: 'speed', speed: Number(this.speed.value) }));
    settings.listen(() => this.showPreferences());
    this.showPreferences();
  }

  update(): void {
    const { store, settings } = this.page;
    const { frame, robot } = store;
    if (!frame) return;
    setText(this.clock, formatTime(frame.time));
    if (frame.paused !== this.pausedShown) {
      this.pausedShown = frame.paused;
      this.pause.replaceChildren(icon(frame.paused ? 'play' : 'pause'));
      setAttribute(this.pause, 'aria-pressed', String(frame.paused));
      setAttribute(this.pause, 'aria-label', frame.paused ? 'Go on' : 'Pause');
      this.pause.title = frame.paused ? 'Go on' : 'Pause';
    }
    if (document.activeElement !== this.speed && Number(this.speed.value) !== frame.speed) this.showSpeed(frame.speed);
    if (robot) {
      const at = (point: Vec2): string =>
        `x ${formatLength(point[0], settings.units)}  y ${formatLength(point[1], settings.units)}`;
      const arm = robot.arm.map((joint) => formatAngle(joint, settings.units)).join('  ');
      const lines = [at(robot.position), `arm ${arm}`, `hand ${at(robot.toolPoint)}`];
      lines.forEach((line, index) => setText(this.lines[index] ?? this.readout, line));
    }
  }

  /** For the projector; not every phone can. */
  private offerFullscreen(): void {
    const button = need('fullscreen', HTMLButtonElement);
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener('click', () => {
      const done = document.fullscreenElement ? document.exitFullscreen() : need('stage', HTMLElement).requestFullscreen();
      done.catch(() => this.page.notice('The browser does not allow the whole screen here.'));
    });
  }

  /** A speed that was set elsewhere may not be among ours. */
  private showSpeed(speed: number): void {
    const known = new Set<number>(SPEEDS);
    this.offer(known.has(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b));
    this.speed.value = String(speed);
  }

  private offer(speeds: readonly number[]): void {
    this.speed.replaceChildren(...speeds.map((speed) => make('option', { value: String(speed) }, `${speed}×`)));
    this.speed.value = '1';
  }

  private showPreferences(): void {
    const { units, view } = this.page.settings;
    const [shown, spoken] = units === 'si' ? ['m · rad', 'metres and radians'] : ['mm · °', 'millimetres and degrees'];
    setText(this.units, shown);
    setAttribute(this.units, 'aria-label', `${shown}: ${spoken}`);
    setAttribute(this.whole, 'aria-pressed', String(view === 'whole'));
    setAttribute(this.follow, 'aria-pressed', String(view === 'follow'));
  }
}

