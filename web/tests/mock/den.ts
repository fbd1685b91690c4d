// A den made up for working on the page: it moves, shines and charges roughly
// as the real one, speaks the same messages, and is never shipped.

import { armPoints } from '../../src/reynard/core/kinematics.ts';

const LIMITS = { speed: 0.1, arm: [[-0.1745, 3.1416], [-2.4435, 2.4435], [-3.0543, 3.0543]] } as const;
const SHAPE = { links: [0.17, 0.17, 0.06], shoulder: [0, 0.165] } as const;
const CRATE = { name: 'crate', shape: 'box', position: [0.25, 0.28], size: [0.16, 0.12], angle: 0.3 };
const STONE = { name: 'stone', shape: 'circle', position: [-0.35, -0.2], radius: 0.07 };

type Triple = [number, number, number];

interface Body {
  name: string;
  position: [number, number];
  velocity: [number, number];
  until: number;
  arm: Triple;
  armVelocity: Triple;
  armUntil: number;
  color: Triple;
  tool: string;
  energy: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

export class MockDen {
  time = 0;
  paused = false;
  speed = 1;
  robots: Body[] = [];
  lamp = { position: [0.62, 0.3] as [number, number], on: true, color: [1, 1, 1], intensity: 1.2 };
  charge = 700;
  log: { from: string; text: string; visitor?: string }[] = [{ from: 'reynard', text: "Hello I'm Reynard!" }];

  constructor(
    private readonly count: number,
    readonly den: boolean,
  ) {
    this.reset();
  }

  reset(): void {
    this.time = 0;
    this.charge = 700;
    this.lamp.position = [0.62, 0.3];
    this.robots = Array.from({ length: this.count }, (_, index) => ({
      name: index === 0 ? 'reynard' : `reynard_${index + 1}`,
      position: index === 0 ? [0, 0] : [((index * 37) % 19) / 10 - 0.9, ((index * 23) % 9) / 10 - 0.4],
      velocity: [0, 0],
      until: Infinity,
      arm: [0, 0, 0],
      armVelocity: [0, 0, 0],
      armUntil: Infinity,
      color: index === 0 ? [0.929, 0.49, 0.192] : [((index * 7) % 10) / 10, ((index * 3) % 10) / 10, ((index * 9) % 10) / 10],
      tool: 'fork',
      energy: 640,
    }));
  }

  advance(seconds: number): void {
    this.time += seconds;
    for (const robot of this.robots) {
      for (const axis of [0, 1] as const) {
        const limit = axis === 0 ? 1 : 0.5;
        robot.position[axis] = clamp(robot.position[axis] + robot.velocity[axis] * seconds, -limit, limit);
      }
      for (const joint of [0, 1, 2] as const) {
        const [low, high] = LIMITS.arm[joint];
        robot.arm[joint] = clamp(robot.arm[joint] + robot.armVelocity[joint] * seconds, low, high);
      }
      if (this.time > robot.until) robot.velocity = [0, 0];
      if (this.time > robot.armUntil) robot.armVelocity = [0, 0, 0];
      robot.energy = Math.max(robot.energy - seconds * (0.5 + 40 * Math.hypot(...robot.velocity)), 0);
    }
    const charged = this.chargedBody();
    if (charged && this.charge > 0) {
      this.charge -= 20 * seconds;
      charged.energy = Math.min(charged.energy + 20 * seconds, 1000);
    } else this.charge = Math.min(this.charge + 5 * seconds, 1000);
  }

  private chargedBody(): Body | undefined {
    return this.robots.find((robot) => Math.hypot(robot.position[0] + 0.7, robot.position[1] - 0.25) < 0.15);
  }

  frame(): object {
    const full = this.charge / 1000;
    return {
      type: 'frame',
      time: this.time,
      paused: this.paused,
      speed: this.speed,
      robots: this.robots.map((robot) => ({
        name: robot.name,
        position: robot.position,
        velocity: robot.velocity,
        arm: robot.arm,
        arm_velocity: robot.armVelocity,
        color: robot.color,
        tool: robot.tool,
        tool_point: armPoints(SHAPE, robot.position, robot.arm).tool,
        battery: this.den ? { energy: robot.energy, capacity: 1000 } : null,
        light: this.den ? [this.light(robot, 'eye', 0.14, 0.074), this.light(robot, 'tail', -0.205, 0.15)] : [],
      })),
      lamp: this.den ? this.lamp : null,
      charger: this.den
        ? { position: [-0.7, 0.25], radius: 0.15, energy: this.charge, capacity: 1000, color: [0.1 + 0.2 * full, 0.35 + 0.5 * full, 0.4 + 0.3 * full], robot: this.chargedBody()?.name ?? null }
        : null,
      obstacles: this.den ? [CRATE, STONE] : [],
    };
  }

  private light(robot: Body, name: string, dx: number, dy: number): object {
    const to = [robot.position[0] + dx, robot.position[1] + dy] as const;
    const from = this.lamp.position;
    const way = [to[0] - from[0], to[1] - from[1]] as const;
    // The crate as a circle is near enough for a picture.
    const along = clamp(((CRATE.position[0]! - from[0]) * way[0] + (CRATE.position[1]! - from[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2), 0, 1);
    const near = [from[0] + along * way[0], from[1] + along * way[1]];
    const blocked = Math.hypot(near[0]! - CRATE.position[0]!, near[1]! - CRATE.position[1]!) < 0.08;
    const irradiance = this.lamp.on && !blocked ? this.lamp.intensity / (0.2 + way[0] ** 2 + way[1] ** 2) : 0;
    const rays = this.lamp.on ? [{ light: 'lamp', from, to, blocked_at: blocked ? near : null, irradiance }] : [];
    return { name, position: to, value: irradiance, rays };
  }

  hello(http: string): object {
    return {
      type: 'hello',
      title: 'Reynard the Robot',
      field: { min: [-1, -0.5], max: [1, 0.5] },
      limits: { speed: 0.1, arm_speed: [1.745, 1.745, 1.745], arm: LIMITS.arm },
      links: SHAPE.links,
      shoulder: SHAPE.shoulder,
      servers: { raconteur: 'rr+tcp://localhost:29200?service=reynard', http, ascii: { host: 'localhost', port: 29202 } },
      den: this.den,
      tools: ['fork', 'lamp', 'probe', 'pen'],
      log: this.log,
      frame: this.frame(),
    };
  }

  /** Carries out a command; returns messages for all pages and for this one. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  command(command: any): { all: object[]; own: object[] } {
    const robot = this.robots.find((other) => other.name === command.robot) ?? this.robots[0]!;
    const until = command.timeout > 0 ? this.time + command.timeout : Infinity;
    const none = { all: [], own: [] };
    switch (command.type) {
      case 'message':
        this.log.push({ from: 'page', text: command.text, visitor: command.visitor });
        return { all: [{ type: 'heard', text: command.text, visitor: command.visitor }], own: [] };
      case 'drive':
        robot.velocity = command.velocity.map((v: number) => clamp(v, -LIMITS.speed, LIMITS.speed));
        robot.until = until;
        return none;
      case 'drive_arm':
        robot.armVelocity = command.velocity;
        robot.armUntil = until;
        return none;
      case 'teleport':
        robot.position = [clamp(command.position[0], -1, 1), clamp(command.position[1], -0.5, 0.5)];
        robot.velocity = [0, 0];
        return none;
      case 'arm':
        robot.arm = command.position;
        return none;
      case 'color':
        robot.color = command.color;
        return none;
      case 'tool':
        if (!['fork', 'lamp', 'probe', 'pen'].includes(command.tool)) {
          return { all: [], own: [{ type: 'refused', reason: `there is no tool '${command.tool}'` }] };
        }
        robot.tool = command.tool;
        return none;
      case 'lamp':
        if (command.position) this.lamp.position = command.position;
        if (typeof command.on === 'boolean') this.lamp.on = command.on;
        return none;
      case 'stop':
        for (const other of this.robots) {
          other.velocity = [0, 0];
          other.armVelocity = [0, 0, 0];
        }
        return none;
      case 'reset':
        this.reset();
        return none;
      case 'pause':
        this.paused = command.paused;
        return none;
      case 'step':
        this.advance(0.05);
        return none;
      case 'speed':
        this.speed = command.speed;
        return none;
      case 'mock_say':
        this.log.push({ from: robot.name, text: command.text });
        return { all: [{ type: 'said', robot: robot.name, text: command.text }], own: [] };
      default:
        return { all: [], own: [{ type: 'refused', reason: `unknown command '${command.type}'` }] };
    }
  }
}
