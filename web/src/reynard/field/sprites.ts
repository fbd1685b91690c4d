// Parts painted once and then only moved: fifty Reynards are fifty times a few
// pictures, not fifty times a hundred curves.

import type { Camera } from '../core/camera';

/** A part's bounds in millimetres around its own origin, y up. */
export interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

const MOST = 400;

export class Sprites {
  private readonly cache = new Map<string, HTMLCanvasElement>();
  /** Pixels of the screen per millimetre, and of the canvas per pixel. */
  private unit = 1;
  private ratio = 1;

  /** Forgets everything: colours changed. */
  clear(): void {
    this.cache.clear();
  }

  /** Sizes for what is drawn next; another size needs other pictures. */
  begin(camera: Camera, ratio: number): void {
    const unit = camera.scale / 1000;
    if (unit === this.unit && ratio === this.ratio) return;
    this.unit = unit;
    this.ratio = ratio;
    this.cache.clear();
  }

  /**
   * Draws a part with its origin at a pixel, turned counter-clockwise. `paint`
   * is called once for each `key`, in millimetres with y up.
   */
  draw(
    context: CanvasRenderingContext2D,
    key: string,
    bounds: Bounds,
    x: number,
    y: number,
    angle: number,
    paint: (context: CanvasRenderingContext2D) => void,
  ): void {
    const picture = this.picture(key, bounds, paint);
    const { unit, ratio } = this;
    const [width, height] = [picture.width / ratio, picture.height / ratio];
    if (angle === 0) {
      context.drawImage(picture, x + bounds.left * unit, y - bounds.top * unit, width, height);
      return;
    }
    context.save();
    context.translate(x, y);
    context.rotate(-angle);
    context.drawImage(picture, bounds.left * unit, -bounds.top * unit, width, height);
    context.restore();
  }

  private picture(key: string, bounds: Bounds, paint: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const known = this.cache.get(key);
    if (known) return known;
    if (this.cache.size >= MOST) this.cache.clear();
    const scale = this.unit * this.ratio;
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(Math.ceil((bounds.right - bounds.left) * scale), 1);
    canvas.height = Math.max(Math.ceil((bounds.top - bounds.bottom) * scale), 1);
    const context = canvas.getContext('2d');
    if (context) {
      context.scale(scale, -scale);
      context.translate(-bounds.left, -bounds.top);
      paint(context);
    }
    this.cache.set(key, canvas);
    return canvas;
  }
}
