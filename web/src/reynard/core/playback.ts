// Smooth motion between frames. Frames come when they come; the picture glides
// from what was shown to the newest frame within the usual time between two,
// and jumps when a robot jumped.

import type { Frame, Robot } from './protocol';
import { distance, mix2, mix3 } from './vector';

/** Longest time the picture may lag behind, in milliseconds. */
export const LONGEST_GLIDE = 100;
/** A move of more than this between frames is a teleport, in metres. */
const JUMP = 0.06;
/** The same for joints, in radians. */
const SWING = 0.6;

export interface Playback {
  readonly from: Frame;
  readonly to: Frame;
  /** When `to` arrived and how long the glide lasts, in milliseconds. */
  readonly arrived: number;
  readonly glide: number;
}

export const still = (frame: Frame, now: number): Playback => ({ from: frame, to: frame, arrived: now, glide: 0 });

/** Adds a new frame that arrived at `now`. */
export function advance(playback: Playback, frame: Frame, now: number): Playback {
  if (frame.time < playback.to.time) return still(frame, now);
  const glide = Math.min(Math.max(now - playback.arrived, 0), LONGEST_GLIDE);
  return { from: shown(playback, now), to: frame, arrived: now, glide };
}

/** Whether the picture still moves towards the newest frame. */
export const gliding = (playback: Playback, now: number): boolean => now < playback.arrived + playback.glide;

/** What to draw at `now`. */
export function shown(playback: Playback, now: number): Frame {
  if (!gliding(playback, now)) return playback.to;
  // A picture's clock may be a little before the message's.
  const share = Math.max((now - playback.arrived) / playback.glide, 0);
  const robots = playback.to.robots.map((robot, index) => between(playback.from.robots[index], robot, share));
  return { ...playback.to, robots };
}

function between(from: Robot | undefined, to: Robot, share: number): Robot {
  if (!from || from.name !== to.name) return to;
  const jumped = distance(from.position, to.position) > JUMP;
  const swung = to.arm.some((joint, index) => Math.abs(joint - (from.arm[index] ?? joint)) > SWING);
  return {
    ...to,
    position: jumped ? to.position : mix2(from.position, to.position, share),
    arm: swung ? to.arm : mix3(from.arm, to.arm, share),
    toolPoint: jumped || swung ? to.toolPoint : mix2(from.toolPoint, to.toolPoint, share),
  };
}
