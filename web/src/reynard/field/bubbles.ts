// Speech bubbles: elements over the picture, so that words wrap, can be
// selected, and are never anything but text.

import { type Camera, toScreen } from '../core/camera';
import { type Arm, armPoints } from '../core/kinematics';
import type { Frame } from '../core/protocol';
import type { Store } from '../core/store';
import { clamp } from '../core/vector';

const LONGEST = 280;

/** Pixels between a bubble's end and the edge of the picture. */
const EDGE = 16;

/** From the reference point down to where a bubble below may begin, in metres. */
const FOOT = 0.09;

export class Bubbles {
  private readonly elements = new Map<string, HTMLElement>();

  constructor(
    private readonly overlay: HTMLElement,
    private readonly store: Store,
  ) {}

  /** Whether a bubble has to go. */
  alive(now: number): boolean {
    for (const bubble of this.store.bubbles.values()) if (bubble.until <= now) return true;
    return this.elements.size !== this.store.bubbles.size;
  }

  place(frame: Frame, camera: Camera, arm: Arm, now: number): void {
    for (const [name, bubble] of this.store.bubbles) if (bubble.until <= now) this.store.bubbles.delete(name);
    for (const [name, element] of this.elements) {
      if (this.store.bubbles.has(name) && frame.robots.some((robot) => robot.name === name)) continue;
      element.remove();
      this.elements.delete(name);
    }
    for (const robot of frame.robots) {
      const bubble = this.store.bubbles.get(robot.name);
      if (!bubble) continue;
      const element = this.element(robot.name);
      const text = bubble.text.length > LONGEST ? `${bubble.text.slice(0, LONGEST)}…` : bubble.text;
      if (element.textContent !== text) element.textContent = text;
      // Over head and arm; below the wheels where that would leave the picture.
      const points = armPoints(arm, robot.position, robot.arm);
      const top = Math.max(points.shoulder[1] + 0.03, points.elbow[1], points.wrist[1], points.tool[1]) + 0.04;
      const [x, y] = toScreen(camera, [robot.position[0] + 0.1, top]);
      const half = element.offsetWidth / 2;
      const left = clamp(x, half + 6, Math.max(camera.width - half - 6, half + 6));
      const height = element.offsetHeight;
      const [, foot] = toScreen(camera, [robot.position[0], robot.position[1] - FOOT]);
      const below = y < height + EDGE && foot + height + EDGE < camera.height;
      element.classList.toggle('below', below);
      const bottom = below ? foot + height : Math.max(y, height + EDGE);
      element.style.transform = `translate(${left.toFixed(1)}px, ${bottom.toFixed(1)}px) translate(-50%, -100%)`;
      element.style.setProperty('--tail', `${clamp(x - left, -half + 16, half - 16).toFixed(1)}px`);
    }
  }

  private element(name: string): HTMLElement {
    const known = this.elements.get(name);
    if (known) return known;
    const element = document.createElement('p');
    element.className = 'bubble';
    this.overlay.append(element);
    this.elements.set(name, element);
    return element;
  }
}
