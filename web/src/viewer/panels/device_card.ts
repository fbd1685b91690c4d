// One device of a robot: value, small plot, control, or picture.

import { formatMotion } from '../../shared/units';
import { make, setText } from '../../shared/dom';
import type { Picture } from '../core/frame';
import { type Device, hasPicture, isMotor, isOff } from '../core/values';
import { deviceKey, motorUnits, seriesKeys } from '../core/readings';
import type { ViewerPage } from '../page';
import { drawPicture } from './device_picture';
import { drawSpark } from './spark';
import { dragKeys, formatValue, plotButton, showPlotted, ValueRow } from './value_row';

export class DeviceCard {
  readonly element: HTMLElement;
  private readonly value = make('output', { 'aria-live': 'off' });
  private readonly unit = make('span', { class: 'unit' });
  private readonly spark = make('canvas', { class: 'spark', width: '168', height: '44', 'aria-hidden': 'true' });
  private readonly slider: HTMLInputElement | null = null;
  private isVelocity = false;
  private readonly driven = make('output', { 'aria-live': 'off' }, '0');
  private readonly image: HTMLCanvasElement | null = null;
  private readonly hasNoPicture: boolean;
  private keys: readonly string[] = [];
  private release: (() => void) | null = null;
  private unlisten: (() => void) | null = null;
  private readonly topic: string;
  private readonly key: string;
  private readonly plot: HTMLButtonElement;
  private readonly motor: Readonly<Record<'velocity' | 'force', ValueRow>> | null = null;

  constructor(
    private readonly page: ViewerPage,
    robot: number,
    private readonly device: Device,
    isFree: boolean,
  ) {
    this.topic = `image:${robot}/${device.name}`;
    this.key = deviceKey(robot, device.name);
    const plot = plotButton(page, device.name, () => this.keys);
    this.plot = plot;
    const name = make('button', { type: 'button', class: 'device-name', title: 'Select it' }, device.name);
    name.addEventListener('click', () => {
      if (device.node) page.store.select(device.node);
    });
    const head = make('div', { class: 'device-head' }, name, make('span', { class: 'device-type' }, device.type));
    this.element = make('div', { class: 'device', 'data-device': device.name, 'data-type': device.type }, head);
    dragKeys(this.element, () => this.keys);
    this.hasNoPicture = hasPicture(device) && page.source().kind === 'recording';
    if (this.hasNoPicture) {
      this.element.append(make('p', { class: 'no-image' }, 'Recordings have no pictures of devices.'));
      return;
    }
    if (hasPicture(device)) {
      this.image = make('canvas', { class: 'device-picture', role: 'img', 'aria-label': `Picture of ${device.name}` });
      this.element.append(this.image, make('p', { class: 'no-image' }, 'No picture: no controller has enabled it.'));
      return;
    }
    const row = make('div', { class: 'device-value' }, this.spark, this.value, this.unit, plot);
    this.element.append(row);
    if (isMotor(device)) {
      const [speed, force] = motorUnits(device);
      const more = (what: 'velocity' | 'force', unit: string): ValueRow => new ValueRow(page, deviceKey(robot, device.name, what), `${device.name} ${what}`, unit, what, formatMotion);
      this.motor = { velocity: more('velocity', speed), force: more('force', force) };
      this.element.append(this.motor.velocity.element, this.motor.force.element);
    }
    if (isFree && (isMotor(device) || device.type === 'LED') && page.store.hello?.canChange && page.source().kind === 'live') {
      this.slider = this.control(robot);
      if (device.type === 'LED') row.append(make('label', { class: 'switch' }, this.slider));
      else this.element.append(this.slider, ...(this.isVelocity ? [this.stopButton(robot)] : []));
    }
  }

  shown(isShown: boolean): void {
    this.release?.();
    this.unlisten?.();
    this.release = this.unlisten = null;
    const { image } = this;
    if (!isShown || !image || !this.device.enabled) return;
    this.release = this.page.topics.want(this.topic);
    this.unlisten = this.page.store.on('picture', (picture: Picture) => {
      if (this.page.topics.pictures.get(picture.topic) === this.topic) void drawPicture(image, picture);
    });
  }

  update(device: Device): void {
    const isIdle = isOff(device);
    this.element.dataset['enabled'] = String(!isIdle && !this.hasNoPicture);
    if (this.image || this.hasNoPicture) return;
    this.keys = seriesKeys(this.key, device.value);
    for (const what of ['velocity', 'force'] as const) {
      const row = this.motor?.[what];
      row?.update(device[what]);
      if (row) row.element.hidden = device[what] === null || device.value === null;
    }
    const { value } = device;
    setText(this.value, isIdle ? 'off' : this.motor && typeof value === 'number' ? formatMotion(value) : formatValue(value));
    // A speaker or a brake has nothing to measure.
    this.plot.hidden = this.keys.length === 0;
    showPlotted(this.page, this.plot, this.keys);
    if (!this.slider) this.element.dataset['plain'] = String(!isIdle && device.value === null);
    setText(this.unit, isIdle ? '' : device.unit);
    drawSpark(this.spark, this.keys.flatMap((key) => this.page.series.get(key) ?? []));
    if (this.slider && !this.isVelocity && document.activeElement !== this.slider && typeof device.value === 'number') {
      if (this.slider.type === 'checkbox') this.slider.checked = device.value !== 0;
      else this.slider.value = String(device.value);
    }
  }

  private control(robot: number): HTMLInputElement {
    const { device, page } = this;
    if (device.type === 'LED') {
      const box = make('input', { type: 'checkbox', 'aria-label': `${device.name} on` });
      box.addEventListener('change', () => void page.send({ do: 'led', robot, device: device.name, value: box.checked ? 1 : 0 }));
      return box;
    }
    // A motor without limits turns a wheel: it is given a velocity.
    this.isVelocity = device.min === null && device.max === null;
    if (this.isVelocity) {
      const most = device.maxVelocity ?? 10;
      const slider = make('input', { type: 'range', min: String(-most), max: String(most), value: '0', step: 'any', 'aria-label': `${device.name} velocity` });
      slider.addEventListener('input', () => this.drive(robot, Number(slider.value)));
      return slider;
    }
    const [low, high] = [device.min ?? -Math.PI, device.max ?? Math.PI];
    const slider = make('input', { type: 'range', min: String(low), max: String(high), step: 'any', 'aria-label': `${device.name} position` });
    slider.addEventListener('input', () => void page.send({ do: 'motor', robot, device: device.name, position: Number(slider.value) }));
    return slider;
  }
  private drive(robot: number, velocity: number): void {
    setText(this.driven, `${formatValue(velocity)} ${motorUnits(this.device)[0]}`);
    void this.page.send({ do: 'motor', robot, device: this.device.name, velocity });
  }

  private stopButton(robot: number): HTMLElement {
    const stop = make('button', { type: 'button', class: 'small-button', 'aria-label': `Stop ${this.device.name}` }, 'Stop');
    stop.addEventListener('click', () => {
      if (this.slider) this.slider.value = '0';
      this.drive(robot, 0);
    });
    return make('div', { class: 'device-drive' }, 'velocity ', this.driven, stop);
  }
}
