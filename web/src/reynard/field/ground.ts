// What lies under everything that moves, painted into layers of its own and
// painted again only when it changed: the floor with its grid, and on it the
// charger's pad, the lamp's light and the obstacles.

import type { Camera } from '../core/camera';
import { toHex } from '../core/color';
import type { Frame, Hello } from '../core/protocol';
import { share, type Units } from '../../shared/units';
import { drawCharger, drawGlow, drawObstacles } from './den';
import { drawGrid } from './grid';
import type { Palette } from './palette';

/** Steps of a charger's energy and colour that can be distinguished. */
const SHADES = 100;

class Layer {
  readonly canvas = document.createElement('canvas');
  private key = '';

  /** Paints again if `key` is not what it was. */
  paint(key: string, width: number, height: number, paint: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    if (key === this.key) return this.canvas;
    this.key = key;
    this.canvas.width = width;
    this.canvas.height = height;
    const context = this.canvas.getContext('2d', { alpha: false });
    if (context) paint(context);
    return this.canvas;
  }

  forget(): void {
    this.key = '';
  }
}

export class Ground {
  private readonly floor = new Layer();
  private readonly scene = new Layer();

  /** Forgets everything: colours changed. */
  forget(): void {
    this.floor.forget();
    this.scene.forget();
  }

  /** The picture under robots and trails, `ratio` pixels for each of the screen. */
  picture(hello: Hello, frame: Frame, camera: Camera, ratio: number, palette: Palette, units: Units): HTMLCanvasElement {
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
    const view = [hello.field.max, camera.center, camera.scale, width, height, ratio, units].join(' ');
    const floor = this.floor.paint(view, width, height, (context) => {
      context.scale(ratio, ratio);
      drawGrid(context, camera, hello.field, palette, units);
    });
    const things = thingsKey(frame);
    if (things === '') return floor;
    return this.scene.paint(`${view} ${things}`, width, height, (context) => {
      context.drawImage(floor, 0, 0);
      context.scale(ratio, ratio);
      if (frame.charger) drawCharger(context, camera, frame.charger, palette);
      if (frame.lamp) drawGlow(context, camera, frame.lamp, palette);
      drawObstacles(context, camera, frame.obstacles, palette);
    });
  }
}

/** All that the picture of the things depends on; nothing when there are none. */
function thingsKey({ charger, lamp, obstacles }: Frame): string {
  const parts: unknown[] = [];
  const shade = (part: number): number => Math.round(SHADES * part);
  if (charger) {
    const full = share(charger.energy, charger.capacity);
    parts.push(charger.position, charger.radius, shade(full), charger.color.map(shade));
  }
  if (lamp) parts.push(lamp.position, lamp.on, lamp.intensity, toHex(lamp.color));
  for (const obstacle of obstacles) parts.push(...Object.values(obstacle));
  return parts.join(' ');
}
