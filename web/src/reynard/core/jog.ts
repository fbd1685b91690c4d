// Which way held keys and buttons push.

import type { Vec2, Vec3 } from './protocol';

/** How long one drive command lasts, in seconds of the wall: silence stops him. */
const JOG_TIMEOUT = 0.3;

/** The same in simulated seconds, which pass faster when time is sped up. */
export const jogTimeout = (speed: number): number => JOG_TIMEOUT * Math.max(speed, 1);

/** How often a held key repeats its command, in milliseconds. */
export const JOG_REPEAT = 100;

export type Push =
  | { readonly kind: 'body'; readonly way: Vec2 }
  | { readonly kind: 'joint'; readonly joint: 0 | 1 | 2; readonly way: 1 | -1 };

const KEYS: Readonly<Record<string, Push>> = {
  ArrowLeft: { kind: 'body', way: [-1, 0] },
  ArrowRight: { kind: 'body', way: [1, 0] },
  ArrowUp: { kind: 'body', way: [0, 1] },
  ArrowDown: { kind: 'body', way: [0, -1] },
};

/** Joints by the place of the key, so that they lie together on every keyboard. */
const ARM_KEYS: Readonly<Record<string, Push>> = {
  KeyQ: { kind: 'joint', joint: 0, way: 1 },
  KeyA: { kind: 'joint', joint: 0, way: -1 },
  KeyW: { kind: 'joint', joint: 1, way: 1 },
  KeyS: { kind: 'joint', joint: 1, way: -1 },
  KeyE: { kind: 'joint', joint: 2, way: 1 },
  KeyD: { kind: 'joint', joint: 2, way: -1 },
};

export const pushOfKey = (code: string): Push | null => KEYS[code] ?? null;
export const pushOfArmKey = (code: string): Push | null => ARM_KEYS[code] ?? null;

/** The sum of all pushes as velocities; opposite ones cancel. */
export function velocities(pushes: Iterable<Push>, speed: number, armSpeed: Vec3): { body: Vec2; arm: Vec3 } {
  const body: [number, number] = [0, 0];
  const arm: [number, number, number] = [0, 0, 0];
  for (const push of pushes) {
    if (push.kind === 'body') {
      body[0] += push.way[0];
      body[1] += push.way[1];
    } else {
      arm[push.joint] += push.way;
    }
  }
  const unit = (value: number): number => Math.sign(value);
  return {
    body: [unit(body[0]) * speed, unit(body[1]) * speed],
    arm: [unit(arm[0]) * armSpeed[0], unit(arm[1]) * armSpeed[1], unit(arm[2]) * armSpeed[2]],
  };
}
