// Reynard's colour and tool.

import { fromHex, toHex } from '../core/color';
import { displayName } from '../core/chat';
import { make, need, setAttribute } from '../../shared/dom';
import { drawTool } from '../field/arm';
import { readPalette } from '../field/palette';
import type { Page, Panel } from '../page';
import { Throttle } from '../throttle';

const COLORS = [
  ['#ed7d31', 'Fox orange'],
  ['#c2402f', 'Red'],
  ['#e3b23c', 'Gold'],
  ['#4f9d69', 'Green'],
  ['#3d7ea6', 'Blue'],
  ['#8250c4', 'Violet'],
  ['#8b9199', 'Silver'],
] as const;

export class LookPanel implements Panel {
  private readonly swatches = need('swatches', HTMLDivElement);
  private readonly tools = need('tools', HTMLDivElement);
  private readonly any = make('input', { type: 'color', 'aria-label': 'Any colour', title: 'Any colour', id: 'color' });
  private offered = '';
  private drawnIn = '';
  private picking = false;

  constructor(private readonly page: Page) {
    const throttle = new Throttle(page.send);
    const paint = (hex: string): void => {
      const color = fromHex(hex);
      const robot = page.store.robot;
      if (color && robot) throttle.send({ type: 'color', robot: robot.name, color });
    };
    for (const [hex, name] of COLORS) {
      const button = make('button', { type: 'button', class: 'swatch', 'aria-label': name, title: name, 'data-color': hex });
      button.style.setProperty('--swatch', hex);
      button.addEventListener('click', () => paint(hex));
      this.swatches.append(button);
    }
    this.any.addEventListener('input', () => {
      this.picking = true;
      paint(this.any.value);
    });
    this.any.addEventListener('change', () => {
      this.picking = false;
      throttle.flush();
    });
    this.swatches.append(this.any);
    page.settings.listen(() => this.drawTools());
  }

  update(): void {
    const { hello, robot } = this.page.store;
    if (!hello || !robot) return;
    const hex = toHex(robot.color);
    if (!this.picking && this.any.value !== hex) this.any.value = hex;
    for (const swatch of this.swatches.querySelectorAll('button')) {
      setAttribute(swatch, 'aria-pressed', String(swatch.dataset.color === hex));
    }
    // The pen is drawn in his colour.
    if (hex !== this.drawnIn) this.drawTools();
    const offered = hello.tools.join(' ');
    if (offered !== this.offered) {
      this.offered = offered;
      this.offerTools(hello.tools);
    }
    for (const radio of this.tools.querySelectorAll('input')) radio.checked = radio.value === robot.tool;
  }

  private offerTools(tools: readonly string[]): void {
    this.tools.replaceChildren(
      ...tools.map((tool) => {
        const radio = make('input', { type: 'radio', name: 'tool', value: tool });
        radio.addEventListener('change', () => {
          const robot = this.page.store.robot;
          if (robot) this.page.send({ type: 'tool', robot: robot.name, tool });
        });
        const picture = make('canvas', { width: '104', height: '80', 'data-tool': tool, 'aria-hidden': 'true' });
        return make('label', { class: 'tool' }, radio, picture, make('span', {}, displayName(tool)));
      }),
    );
    this.drawTools();
  }

  /** The same tools as in the field. */
  private drawTools(): void {
    const palette = readPalette();
    const color = this.page.store.robot?.color ?? ([0.93, 0.49, 0.19] as const);
    this.drawnIn = toHex(color);
    for (const canvas of this.tools.querySelectorAll('canvas')) {
      const context = canvas.getContext('2d');
      if (!context) continue;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.setTransform(0.92, 0, 0, -0.92, 20, canvas.height / 2);
      drawTool(context, canvas.dataset.tool ?? '', color, palette);
    }
  }
}
