// Battery, charger, light readings and the lamp.

import { formatEnergy, formatLength, formatPercent, formatReading, share } from '../../shared/units';
import { toHex } from '../core/color';
import { displayName } from '../core/chat';
import type { Frame, Robot } from '../core/protocol';
import { make, need, setAttribute, setText } from '../../shared/dom';
import type { Page, Panel } from '../page';
import { Slider } from './slider';

interface Gauge {
  readonly name: string;
  readonly text: string;
  readonly full: number;
  readonly color: string;
}

export class DenPanel implements Panel {
  private readonly section = need('den', HTMLElement);
  private readonly gauges = need('gauges', HTMLDivElement);
  private readonly contacts = need('contacts', HTMLParagraphElement);
  private readonly lampRows = need('lamp-rows', HTMLDivElement);
  private readonly lampSwitch = make('input', { type: 'checkbox', role: 'switch', id: 'lamp' });
  private readonly lampAt: readonly [Slider, Slider];
  /** Light readings fill their bars against the brightest seen so far. */
  private brightest = 1e-9;

  constructor(private readonly page: Page) {
    this.lampSwitch.addEventListener('change', () => page.send({ type: 'lamp', on: this.lampSwitch.checked }));
    this.lampAt = [this.lampSlider('Lamp x', 0), this.lampSlider('Lamp y', 1)];
    this.lampRows.append(
      make('label', { class: 'switch', for: 'lamp' }, this.lampSwitch, make('span', {}, 'Lamp')),
      ...this.lampAt.map((slider) => slider.element),
    );
  }

  update(): void {
    const { hello, frame, robot } = this.page.store;
    this.section.hidden = hello?.den !== true;
    if (!hello?.den || !frame || !robot) return;
    this.show(this.collect(frame, robot));
    this.contacts.hidden = robot.contacts.length === 0;
    setText(this.contacts, `Touches ${robot.contacts.join(', ')}`);
    this.lampRows.hidden = frame.lamp === null;
    if (!frame.lamp) return;
    this.lampSwitch.checked = frame.lamp.on;
    for (const axis of [0, 1] as const) {
      this.lampAt[axis].range(hello.field.min[axis], hello.field.max[axis]);
      this.lampAt[axis].update(frame.lamp.position[axis]);
    }
  }

  private collect(frame: Frame, robot: Robot): readonly Gauge[] {
    const gauges: Gauge[] = [];
    if (robot.battery) {
      const full = share(robot.battery.energy, robot.battery.capacity);
      const color = full < 0.2 ? 'var(--danger)' : 'var(--good)';
      const text = `${formatPercent(full)} · ${formatEnergy(robot.battery.energy)}`;
      gauges.push({ name: 'Battery', text, full, color });
    }
    if (frame.charger) {
      const full = share(frame.charger.energy, frame.charger.capacity);
      const who = frame.charger.robot === null ? '' : ` · gives to ${displayName(frame.charger.robot)}`;
      const text = `${formatPercent(full)} · ${formatEnergy(frame.charger.energy)}${who}`;
      gauges.push({ name: 'Charger', text, full, color: toHex(frame.charger.color) });
    }
    for (const sensor of robot.light) {
      const value = sensor.value ?? 0;
      this.brightest = Math.max(this.brightest, value);
      const blocked = sensor.rays.filter((ray) => ray.blockedAt).map((ray) => ray.light);
      const why = blocked.length > 0 ? ` · ${blocked.join(', ')} blocked` : '';
      gauges.push({
        name: `Light at ${sensor.name}`,
        text: `${sensor.value === null ? '–' : formatReading(value)}${why}`,
        full: share(value, this.brightest),
        color: 'var(--light)',
      });
    }
    return gauges;
  }

  private show(gauges: readonly Gauge[]): void {
    while (this.gauges.childElementCount > gauges.length) this.gauges.lastElementChild?.remove();
    gauges.forEach((gauge, index) => {
      let element = this.gauges.children[index];
      if (!element) {
        element = make('div', { class: 'gauge' }, make('b', {}), make('span', {}), make('meter', { min: '0', max: '1' }), make('i', {}, make('i', {})));
        this.gauges.append(element);
      }
      const [name, text, meter, bar] = element.children;
      if (!name || !text || !meter || !bar) return;
      setText(name, gauge.name);
      setText(text, gauge.text);
      setAttribute(meter, 'aria-label', gauge.name);
      setAttribute(meter, 'value', gauge.full.toFixed(3));
      const fill = bar.firstElementChild;
      if (fill instanceof HTMLElement) {
        fill.style.transform = `scaleX(${gauge.full.toFixed(3)})`;
        fill.style.background = gauge.color;
      }
    });
  }

  private lampSlider(label: string, axis: 0 | 1): Slider {
    const { store, settings, send } = this.page;
    return new Slider(
      {
        label,
        id: `lamp-${axis === 0 ? 'x' : 'y'}`,
        command: (value) => {
          const lamp = store.frame?.lamp;
          if (!lamp) return null;
          const position = [...lamp.position] as [number, number];
          position[axis] = value;
          return { type: 'lamp', position };
        },
        format: (value) => formatLength(value, settings.units),
      },
      send,
    );
  }
}
