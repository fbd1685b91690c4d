// Where Reynard's arm is, and which joints bring his tool to a point.
// Angles are counter-clockwise, zero along +x; each joint turns from the link before.

import type { Vec2, Vec3 } from './protocol.ts';
import { add2, clamp } from './vector.ts';

export interface Arm {
  /** Link lengths: upper arm, forearm, tool. */
  readonly links: Vec3;
  /** Shoulder, seen from the robot's reference point. */
  readonly shoulder: Vec2;
}

export interface ArmPoints {
  readonly shoulder: Vec2;
  readonly elbow: Vec2;
  readonly wrist: Vec2;
  readonly tool: Vec2;
  /** Direction of each link in the world. */
  readonly angles: Vec3;
}

const along = (from: Vec2, length: number, angle: number): Vec2 => [
  from[0] + length * Math.cos(angle),
  from[1] + length * Math.sin(angle),
];

/** The arm's points in the world. */
export function armPoints(arm: Arm, position: Vec2, joints: Vec3): ArmPoints {
  const first = joints[0];
  const second = first + joints[1];
  const third = second + joints[2];
  const shoulder = add2(position, arm.shoulder);
  const elbow = along(shoulder, arm.links[0], first);
  const wrist = along(elbow, arm.links[1], second);
  const tool = along(wrist, arm.links[2], third);
  return { shoulder, elbow, wrist, tool, angles: [first, second, third] };
}

/** How hard a step of `reach` holds back near a stretched arm, in metres. */
const DAMPING = 0.03;
/** Longest way the tool is asked to go in one round, in metres. */
const STRIDE = 0.05;
const ROUNDS = 80;
const CLOSE_ENOUGH = 1e-4;

/**
 * Joints that bring the tool as near to `target` as the limits allow, starting
 * from `joints` so that a dragged arm moves smoothly (damped least squares).
 */
export function reach(
  arm: Arm,
  position: Vec2,
  joints: Vec3,
  limits: readonly [Vec2, Vec2, Vec2],
  target: Vec2,
): Vec3 {
  let best = joints;
  let bestError = Infinity;
  let now = joints;
  for (let round = 0; round < ROUNDS; round += 1) {
    const points = armPoints(arm, position, now);
    const error: Vec2 = [target[0] - points.tool[0], target[1] - points.tool[1]];
    const size = Math.hypot(error[0], error[1]);
    if (size < bestError) {
      best = now;
      bestError = size;
    }
    if (size < CLOSE_ENOUGH) break;
    const stride = Math.min(STRIDE / size, 1);
    now = towards(points, now, limits, [error[0] * stride, error[1] * stride]);
  }
  return best;
}

function towards(points: ArmPoints, joints: Vec3, limits: readonly [Vec2, Vec2, Vec2], error: Vec2): Vec3 {
  // A joint moves the tool at right angles to the line from joint to tool.
  const column = (joint: Vec2): Vec2 => [-(points.tool[1] - joint[1]), points.tool[0] - joint[0]];
  const columns = [column(points.shoulder), column(points.elbow), column(points.wrist)] as const;
  let [xx, xy, yy] = [DAMPING * DAMPING, 0, DAMPING * DAMPING];
  for (const [x, y] of columns) {
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const determinant = xx * yy - xy * xy;
  const along: Vec2 = [
    (yy * error[0] - xy * error[1]) / determinant,
    (xx * error[1] - xy * error[0]) / determinant,
  ];
  const moved = (index: 0 | 1 | 2): number => {
    const step = columns[index][0] * along[0] + columns[index][1] * along[1];
    return clamp(joints[index] + clamp(step, -0.3, 0.3), limits[index][0], limits[index][1]);
  };
  return [moved(0), moved(1), moved(2)];
}
