import { describe, expect, it } from 'vitest';
import { armPoints, reach } from '../../src/reynard/core/kinematics';
import type { Vec2, Vec3 } from '../../src/reynard/core/protocol';
import { distance } from '../../src/reynard/core/vector';
import { hello } from './messages';

const arm = hello();
const degrees = (...angles: [number, number, number]): Vec3 =>
  angles.map((angle) => (angle * Math.PI) / 180) as unknown as Vec3;

function near(found: Vec2, wanted: Vec2): void {
  expect(found[0]).toBeCloseTo(wanted[0], 9);
  expect(found[1]).toBeCloseTo(wanted[1], 9);
}

describe('armPoints', () => {
  it('stretches along x at rest', () => {
    const points = armPoints(arm, [0.5, -0.25], [0, 0, 0]);
    near(points.shoulder, [0.5, -0.085]);
    near(points.tool, [0.9, -0.085]);
  });

  it('stands upright at 90 degrees', () => {
    near(armPoints(arm, [0, 0], degrees(90, 0, 0)).tool, [0, 0.565]);
  });

  it('adds up the joints', () => {
    const points = armPoints(arm, [0, 0], degrees(100, -30, -70));
    const at = (angle: number, length: number): Vec2 => [length * Math.cos((angle * Math.PI) / 180), length * Math.sin((angle * Math.PI) / 180)];
    const [a, b, c] = [at(100, 0.17), at(70, 0.17), at(0, 0.06)];
    near(points.tool, [a[0] + b[0] + c[0], 0.165 + a[1] + b[1] + c[1]]);
    expect(points.angles[2]).toBeCloseTo(0, 9);
  });
});

describe('reach', () => {
  const { limits } = arm;

  it.each([
    [[0.2, 0.4]],
    [[-0.25, 0.35]],
    [[0.05, 0.5]],
    [[0.3, 0.2]],
  ] as [Vec2][])('brings the tool to %s', (target) => {
    const joints = reach(arm, [0, 0], [1.2, 0.4, 0.3], limits.arm, target);
    expect(distance(armPoints(arm, [0, 0], joints).tool, target)).toBeLessThan(2e-3);
  });

  it('stays within the limits and comes near what is out of reach', () => {
    const joints = reach(arm, [0, 0], [1, 0.5, 0.5], limits.arm, [3, 0.165]);
    joints.forEach((joint, index) => {
      expect(joint).toBeGreaterThanOrEqual(limits.arm[index as 0 | 1 | 2][0]);
      expect(joint).toBeLessThanOrEqual(limits.arm[index as 0 | 1 | 2][1]);
    });
    expect(armPoints(arm, [0, 0], joints).tool[0]).toBeGreaterThan(0.35);
  });

  it('does not move a tool that is there already', () => {
    const joints: Vec3 = [1, 0.5, 0.5];
    expect(reach(arm, [0, 0], joints, limits.arm, armPoints(arm, [0, 0], joints).tool)).toEqual(joints);
  });
});
