// A robot: battery, controller, keyboard, and its devices with live values, small plots, controls and pictures.

import { formatEnergy, share } from '../../shared/units';
import { icon, make, setText } from '../../shared/dom';
import { nodeTitle } from '../core/scene_tables';
import { type Device, hasPicture, isOff, robotValues, tryRead } from '../core/values';
import type { ViewerPage, ViewerPanel } from '../page';
import { DeviceCard } from './device_card';
import { plotButton } from './value_row';

export interface RobotInput {
  readonly target: number | null;
  set(robot: number | null): void;
}

export class RobotPanel implements ViewerPanel {
  readonly name = 'robot';
  readonly title = 'Robot';
  readonly icon = 'robot';
  readonly element = make('div', { class: 'robot-panel' });
  private readonly chooser = make('select', { 'aria-label': 'Robot' });
  private readonly battery = make('div', { class: 'battery', hidden: '' });
  private readonly emptyNote = make('p', { class: 'note', hidden: '' }, 'The battery is empty: motors do nothing and sensors keep their last values until it is charged.');
  private readonly batteryText = make('span', {});
  private readonly meter = make('meter', { min: '0', max: '1', 'aria-label': 'Battery' });
  private readonly batteryPlot: HTMLButtonElement;
  private readonly controller = make('div', { class: 'controller', hidden: '' });
  private readonly controllerName = make('span', { class: 'controller-name' });
  private readonly controllerState = make('span', { class: 'chip' });
  private readonly controllerButtons: readonly HTMLButtonElement[];
  private readonly keys: HTMLButtonElement;
  private readonly devices = make('div', { class: 'devices' });
  private readonly empty = make('div', { class: 'empty' }, icon('robot'), make('p', {}, 'There is no robot in this world.'));
  private readonly body: HTMLElement;
  private cards = new Map<string, DeviceCard>();
  private placedFor = '';
  private robot: number | null = null;
  private isShown = false;
  private release: (() => void) | null = null;

  constructor(
    private readonly page: ViewerPage,
    private readonly input: RobotInput,
  ) {
    const act = (action: 'restart' | 'stop', title: string): HTMLButtonElement => {
      const button = make('button', { type: 'button', class: 'small-button', title }, action === 'restart' ? 'Restart' : 'Stop');
      button.addEventListener('click', () => void page.send({ do: 'controller', robot: this.robot, action }));
      return button;
    };
    this.keys = make('button', { type: 'button', class: 'small-button', 'aria-pressed': 'false', title: 'Keys go to this robot while the picture has the focus (K)' }, icon('keys'), 'Keyboard');
    this.keys.addEventListener('click', () => this.toggleKeys());
    this.batteryPlot = plotButton(page, 'battery', () => [`robot:${this.robot}/battery`]);
    this.battery.append(make('span', { class: 'battery-label' }, 'Battery'), this.meter, this.batteryText, this.batteryPlot);
    this.controllerButtons = [act('restart', 'Start the controller again'), act('stop', 'Stop the controller')];
    this.controller.append(this.controllerName, this.controllerState, ...this.controllerButtons);
    this.body = make('div', { class: 'robot-body' }, make('div', { class: 'robot-choice' }, this.chooser, this.keys), this.battery, this.emptyNote, this.controller, this.devices);
    this.element.append(this.body, this.empty);
    this.chooser.addEventListener('change', () => {
      this.choose(Number(this.chooser.value));
      page.store.select(this.robot);
    });
    const { store } = page;
    store.on('scene', () => this.list());
    store.on('hello', () => this.showKeys());
    store.on('changes', (changes) => {
      if (changes.nodes.length + changes.removed.nodes.length > 0) this.list();
    });
    store.on('selection', (id) => {
      const robot = id === null ? null : store.tables.robotOf(id);
      if (robot) this.choose(robot.id);
    });
    this.list();
  }

  get chosen(): number | null {
    return this.robot;
  }

  shown(isShown: boolean): void {
    this.isShown = isShown;
    this.subscribe();
    for (const card of this.cards.values()) card.shown(isShown);
  }

  toggleKeys(): void {
    if (this.keys.hidden) return;
    const on = this.input.target !== this.robot || this.robot === null;
    this.input.set(on ? this.robot : null);
    this.showKeys();
    if (on && this.robot !== null) {
      this.page.picture.canvas.focus();
      const node = this.page.store.tables.nodes.get(this.robot);
      this.page.notice(`Keys go to ${node ? nodeTitle(node) : 'the robot'} while the picture has the focus. Escape ends this.`);
    }
  }

  showKeys(): void {
    // Who may only look presses no keys of robots.
    this.keys.hidden = this.page.store.hello?.canChange !== true || this.page.source().kind === 'recording';
    this.keys.setAttribute('aria-pressed', String(this.input.target !== null && this.input.target === this.robot));
  }

  update(): void {
    if (this.robot === null) return;
    const read = tryRead(robotValues, this.page.store.values.get(`robot:${this.robot}`));
    if (!read) return;
    this.battery.hidden = read.battery === null;
    this.emptyNote.hidden = true;
    if (read.battery) {
      const { value, max } = read.battery;
      this.meter.value = max === null ? 1 : share(value, max);
      setText(this.batteryText, max === null ? formatEnergy(value) : `${formatEnergy(value)} of ${formatEnergy(max)}`);
      this.emptyNote.hidden = value > 0;
    }
    this.controller.hidden = read.controller === null;
    if (read.controller) {
      const isThere = read.controller.name !== '' && read.controller.name !== '<none>';
      setText(this.controllerName, isThere ? read.controller.name : 'No controller');
      setText(this.controllerState, read.controller.state === 'none' ? 'not started' : read.controller.state);
      this.controllerState.hidden = !isThere;
      const [restart, stop] = this.controllerButtons;
      const canChange = isThere && this.page.store.hello?.canChange === true && this.page.source().kind === 'live';
      if (restart) setText(restart, read.controller.state === 'none' ? 'Start' : 'Restart');
      if (restart) restart.hidden = !canChange || !read.controller.restartable;
      // What has ended cannot be stopped.
      if (stop) stop.hidden = !canChange || !['running', 'starting'].includes(read.controller.state);
      this.controllerState.dataset['state'] = read.controller.state;
    }
    this.place(read.devices, read.controller?.state ?? 'none');
    for (const device of read.devices) this.cards.get(device.name)?.update(device);
  }

  private place(devices: readonly Device[], controller: string): void {
    const key = [controller, ...devices.map((device) => `${device.name} ${device.type} ${device.enabled}`)].join('\n');
    if (key === this.placedFor) return;
    this.placedFor = key;
    for (const card of this.cards.values()) card.shown(false);
    const robot = this.robot ?? 0;
    // Pictures and what has a value come first: robots have many sensors that nobody uses.
    const rank = (one: Device): number => (isOff(one) ? 2 : hasPicture(one) ? 0 : 1);
    const sorted = devices.toSorted((a, b) => rank(a) - rank(b));
    this.cards = new Map(sorted.map((device) => [device.name, new DeviceCard(this.page, robot, device, device.controllable ?? controller !== 'running')]));
    this.devices.replaceChildren(...[...this.cards.values()].map((card) => card.element));
    for (const card of this.cards.values()) card.shown(this.isShown);
  }

  private list(): void {
    const robots = this.page.store.tables.robots();
    this.empty.hidden = robots.length > 0;
    this.body.hidden = robots.length === 0;
    this.chooser.replaceChildren(...robots.slice(0, 1000).map((robot) => make('option', { value: String(robot.id) }, nodeTitle(robot))));
    if (!robots.some((robot) => robot.id === this.robot)) this.choose(robots[0]?.id ?? null);
    else this.chooser.value = String(this.robot);
  }

  private choose(robot: number | null): void {
    if (robot !== null) this.chooser.value = String(robot);
    if (robot === this.robot) return;
    this.robot = robot;
    this.place([], '');
    this.subscribe();
    this.showKeys();
    this.update();
  }

  private subscribe(): void {
    this.release?.();
    this.release = this.isShown && this.robot !== null ? this.page.topics.want(`robot:${this.robot}`) : null;
  }
}
