// One labelled slider that shows where something is and moves it when dragged.

import type { Command } from '../core/protocol';
import { make, setAttribute, setText } from '../../shared/dom';
import { Throttle } from '../throttle';

export interface SliderOptions {
  readonly label: string;
  readonly id: string;
  /** What a drag to `value` means. */
  readonly command: (value: number) => Command | null;
  readonly format: (value: number) => string;
}

export class Slider {
  readonly element: HTMLDivElement;
  readonly before = make('span', { class: 'side' });
  readonly after = make('span', { class: 'side' });
  private readonly input: HTMLInputElement;
  private readonly value: HTMLOutputElement;
  private readonly throttle: Throttle;
  /** Frames do not move a knob that a hand holds. */
  private holding = false;

  constructor(
    private readonly options: SliderOptions,
    send: (command: Command) => void,
  ) {
    this.throttle = new Throttle(send);
    this.input = make('input', { type: 'range', id: options.id, min: '0', max: '1', step: 'any' });
    this.value = make('output', { for: options.id, 'aria-live': 'off' });
    this.element = make(
      'div',
      { class: 'row' },
      make('label', { for: options.id }, options.label),
      this.value,
      make('div', { class: 'track' }, this.before, this.input, this.after),
    );
    const release = (): void => {
      this.holding = false;
      this.throttle.flush();
    };
    this.input.addEventListener('pointerdown', () => {
      this.holding = true;
    });
    this.input.addEventListener('input', () => {
      const command = options.command(Number(this.input.value));
      if (command) this.throttle.send(command);
      this.show(Number(this.input.value));
    });
    for (const end of ['pointerup', 'pointercancel', 'change', 'blur'] as const) this.input.addEventListener(end, release);
  }

  range(low: number, high: number): void {
    setAttribute(this.input, 'min', String(low));
    setAttribute(this.input, 'max', String(high));
    // Arrow keys move a fiftieth of the way.
    setAttribute(this.input, 'step', String((high - low) / 1000));
  }

  update(value: number): void {
    if (this.holding) return;
    const text = String(value);
    if (this.input.value !== text) this.input.value = text;
    this.show(value);
  }

  private show(value: number): void {
    const low = Number(this.input.min);
    const share = (value - low) / (Number(this.input.max) - low);
    this.input.style.setProperty('--share', `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(1)}%`);
    const shown = this.options.format(value);
    setText(this.value, shown);
    setAttribute(this.input, 'aria-valuetext', shown);
  }
}
