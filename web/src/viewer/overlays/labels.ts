// Short texts at places of the picture: shares, distances, types of slots. Elements are used again.

import { Vector3 } from 'three';
import { make, setText } from '../../shared/dom';
import type { Vec3 } from '../core/scene_types';
import type { Picture } from '../picture/picture';

/** More texts than this hide the picture. */
const MOST = 80;
const LONGEST = 60;
/** About how wide a letter and how high a line is, in pixels. */
const LETTER = 6.6;
const LINE = 20;

interface Label {
  readonly at: Vector3;
  readonly text: string;
  readonly color: string;
}

export class Labels {
  private readonly elements: HTMLElement[] = [];
  private wanted: Label[] = [];

  constructor(private readonly host: HTMLElement) {}

  begin(): void {
    this.wanted = [];
  }

  add(at: Vec3 | Vector3, text: string, color: string): void {
    if (text !== '' && this.wanted.length < MOST) this.wanted.push({ at: at instanceof Vector3 ? at.clone() : new Vector3(...at), text, color });
  }

  /** Places the texts; one that would lie on another is left out. */
  finish(picture: Picture): void {
    const taken: (readonly [number, number, number])[] = [];
    let used = 0;
    for (const { at, text, color } of this.wanted) {
      const { x, y, visible } = picture.project(at);
      const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
      const half = (short.length * LETTER) / 2 + 8;
      if (!visible || taken.some(([left, top, other]) => Math.abs(left - x) < half + other && Math.abs(top - y) < LINE)) continue;
      taken.push([x, y, half]);
      const element = this.element(used);
      used += 1;
      setText(element, short);
      element.style.setProperty('--mark', color);
      element.style.transform = `translate(-50%, -130%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
    this.elements.forEach((element, index) => {
      element.hidden = index >= used;
    });
  }

  private element(index: number): HTMLElement {
    const known = this.elements[index];
    if (known) return known;
    const made = make('span', { class: 'label' });
    this.elements.push(made);
    this.host.append(made);
    return made;
  }
}
