// The messages of `/api/stream`: what the server sends, what the page sends,
// and a reader that lets nothing malformed through. SI units throughout.

/** A point or a velocity in the field: metres or metres per second. */
export type Vec2 = readonly [number, number];
/** Three joints, or red, green and blue from 0 to 1. */
export type Vec3 = readonly [number, number, number];

export interface Ray {
  readonly light: string;
  readonly from: Vec2;
  readonly to: Vec2;
  /** Where something stands in the way; null when light arrives. */
  readonly blockedAt: Vec2 | null;
  /** Watts per square metre that arrive. */
  readonly irradiance: number;
}

export interface LightSensor {
  readonly name: string;
  readonly position: Vec2;
  /** Null before it has measured. */
  readonly value: number | null;
  readonly rays: readonly Ray[];
}

export interface Energy {
  /** Joules. */
  readonly energy: number;
  readonly capacity: number;
}

export interface Robot {
  readonly name: string;
  readonly position: Vec2;
  readonly velocity: Vec2;
  readonly arm: Vec3;
  readonly armVelocity: Vec3;
  readonly color: Vec3;
  readonly tool: string;
  readonly toolPoint: Vec2;
  readonly battery: Energy | null;
  readonly light: readonly LightSensor[];
  /** Names of what he touches. */
  readonly contacts: readonly string[];
}

export interface Lamp {
  readonly position: Vec2;
  readonly on: boolean;
  readonly color: Vec3;
  readonly intensity: number;
}

export interface Charger extends Energy {
  readonly position: Vec2;
  readonly radius: number;
  readonly color: Vec3;
  /** Who charges now. */
  readonly robot: string | null;
}

export type Obstacle =
  | { readonly name: string; readonly shape: 'box'; readonly position: Vec2; readonly size: Vec2; readonly angle: number }
  | { readonly name: string; readonly shape: 'circle'; readonly position: Vec2; readonly radius: number };

export interface Frame {
  readonly time: number;
  readonly paused: boolean;
  readonly speed: number;
  readonly robots: readonly Robot[];
  readonly lamp: Lamp | null;
  readonly charger: Charger | null;
  readonly obstacles: readonly Obstacle[];
}

export interface Limits {
  readonly speed: number;
  readonly armSpeed: Vec3;
  readonly arm: readonly [Vec2, Vec2, Vec2];
}

export interface Doors {
  readonly raconteur: string | null;
  readonly http: string | null;
  readonly ascii: { readonly host: string; readonly port: number } | null;
}

export interface LogLine {
  readonly from: string;
  readonly text: string;
  /** What the page called itself at which it was typed. */
  readonly visitor: string | null;
}

/** A line without a gap. */
export interface Stroke {
  readonly color: Vec3;
  readonly points: readonly Vec2[];
}

/** Where a robot has been and what its pen drew before this page was opened. */
export interface PastTrail {
  readonly robot: string;
  readonly path: readonly Stroke[];
  readonly ink: readonly Stroke[];
}

export interface Hello {
  readonly title: string;
  readonly field: { readonly min: Vec2; readonly max: Vec2 };
  readonly limits: Limits;
  readonly links: Vec3;
  readonly shoulder: Vec2;
  readonly doors: Doors;
  readonly den: boolean;
  readonly tools: readonly string[];
  readonly log: readonly LogLine[];
  readonly trails: readonly PastTrail[];
  readonly frame: Frame;
}

export type ServerMessage =
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'said'; readonly robot: string; readonly text: string }
  | { readonly type: 'heard'; readonly text: string; readonly visitor: string | null }
  | { readonly type: 'reset' }
  | { readonly type: 'refused'; readonly reason: string };

export type Command =
  | { type: 'message'; text: string; visitor: string }
  | { type: 'drive'; robot: string; velocity: Vec2; timeout: number }
  | { type: 'drive_arm'; robot: string; velocity: Vec3; timeout: number }
  | { type: 'teleport'; robot: string; position: Vec2 }
  | { type: 'arm'; robot: string; position: Vec3 }
  | { type: 'color'; robot: string; color: Vec3 }
  | { type: 'tool'; robot: string; tool: string }
  | { type: 'lamp'; position: Vec2 }
  | { type: 'lamp'; on: boolean }
  | { type: 'stop' }
  | { type: 'reset' }
  | { type: 'pause'; paused: boolean }
  | { type: 'step' }
  | { type: 'speed'; speed: number };

class Malformed extends Error {}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed(`${what} is no object`);
  }
  return value as Fields;
}

function number(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Malformed(`${what} is no number`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new Malformed(`${what} is no text`);
  return value;
}

function list<T>(value: unknown, what: string, read: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new Malformed(`${what} is no list`);
  return value.map(read);
}

function maybe<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

function vec2(value: unknown, what: string): Vec2 {
  if (!Array.isArray(value) || value.length !== 2) throw new Malformed(`${what} is no pair`);
  return [number(value[0], what), number(value[1], what)];
}

function vec3(value: unknown, what: string): Vec3 {
  if (!Array.isArray(value) || value.length !== 3) throw new Malformed(`${what} is no triple`);
  return [number(value[0], what), number(value[1], what), number(value[2], what)];
}

function energy(value: unknown): Energy {
  const from = fields(value, 'battery');
  return { energy: number(from.energy, 'energy'), capacity: number(from.capacity, 'capacity') };
}

function ray(value: unknown): Ray {
  const from = fields(value, 'ray');
  return {
    light: text(from.light, 'ray.light'),
    from: vec2(from.from, 'ray.from'),
    to: vec2(from.to, 'ray.to'),
    blockedAt: maybe(from.blocked_at, (point) => vec2(point, 'ray.blocked_at')),
    irradiance: number(from.irradiance, 'ray.irradiance'),
  };
}

function lightSensor(value: unknown): LightSensor {
  const from = fields(value, 'light');
  return {
    name: text(from.name, 'light.name'),
    position: vec2(from.position, 'light.position'),
    value: maybe(from.value, (value) => number(value, 'light.value')),
    rays: list(from.rays, 'light.rays', ray),
  };
}

function robot(value: unknown): Robot {
  const from = fields(value, 'robot');
  return {
    name: text(from.name, 'robot.name'),
    position: vec2(from.position, 'robot.position'),
    velocity: vec2(from.velocity, 'robot.velocity'),
    arm: vec3(from.arm, 'robot.arm'),
    armVelocity: vec3(from.arm_velocity, 'robot.arm_velocity'),
    color: vec3(from.color, 'robot.color'),
    tool: typeof from.tool === 'string' ? from.tool : '',
    toolPoint: vec2(from.tool_point, 'robot.tool_point'),
    battery: maybe(from.battery, energy),
    light: list(from.light ?? [], 'robot.light', lightSensor),
    contacts: list(from.contacts ?? [], 'robot.contacts', (name) => text(name, 'robot.contacts')),
  };
}

function lamp(value: unknown): Lamp {
  const from = fields(value, 'lamp');
  return {
    position: vec2(from.position, 'lamp.position'),
    on: from.on === true,
    color: vec3(from.color, 'lamp.color'),
    intensity: number(from.intensity, 'lamp.intensity'),
  };
}

function charger(value: unknown): Charger {
  const from = fields(value, 'charger');
  return {
    position: vec2(from.position, 'charger.position'),
    radius: number(from.radius, 'charger.radius'),
    energy: number(from.energy, 'charger.energy'),
    capacity: number(from.capacity, 'charger.capacity'),
    color: vec3(from.color, 'charger.color'),
    robot: maybe(from.robot, (name) => text(name, 'charger.robot')),
  };
}

function obstacle(value: unknown): Obstacle {
  const from = fields(value, 'obstacle');
  const name = typeof from.name === 'string' ? from.name : '';
  const position = vec2(from.position, 'obstacle.position');
  if (from.shape === 'circle') {
    return { name, shape: 'circle', position, radius: number(from.radius, 'obstacle.radius') };
  }
  if (from.shape === 'box') {
    const angle = number(from.angle ?? 0, 'obstacle.angle');
    return { name, shape: 'box', position, size: vec2(from.size, 'obstacle.size'), angle };
  }
  throw new Malformed('obstacle.shape is neither box nor circle');
}

function frame(value: unknown): Frame {
  const from = fields(value, 'frame');
  return {
    time: number(from.time, 'frame.time'),
    paused: from.paused === true,
    speed: number(from.speed, 'frame.speed'),
    robots: list(from.robots, 'frame.robots', robot),
    lamp: maybe(from.lamp, lamp),
    charger: maybe(from.charger, charger),
    obstacles: list(from.obstacles ?? [], 'frame.obstacles', obstacle),
  };
}

function limits(value: unknown): Limits {
  const from = fields(value, 'limits');
  const ranges = list(from.arm, 'limits.arm', (range) => vec2(range, 'limits.arm'));
  const [first, second, third] = ranges;
  if (!first || !second || !third) throw new Malformed('limits.arm needs three ranges');
  return {
    speed: number(from.speed, 'limits.speed'),
    armSpeed: vec3(from.arm_speed, 'limits.arm_speed'),
    arm: [first, second, third],
  };
}

function doors(value: unknown): Doors {
  const from = fields(value, 'doors');
  return {
    raconteur: maybe(from.raconteur, (url) => text(url, 'doors.raconteur')),
    http: maybe(from.http, (url) => text(url, 'doors.http')),
    ascii: maybe(from.ascii, (door) => {
      const inner = fields(door, 'doors.ascii');
      return { host: text(inner.host, 'doors.ascii.host'), port: number(inner.port, 'doors.ascii.port') };
    }),
  };
}

function logLine(value: unknown): LogLine {
  const from = fields(value, 'log');
  return { from: text(from.from, 'log.from'), text: text(from.text, 'log.text'), visitor: visitor(from.visitor) };
}

const visitor = (value: unknown): string | null => maybe(value, (name) => text(name, 'visitor'));

function stroke(value: unknown): Stroke {
  const from = fields(value, 'stroke');
  return {
    color: vec3(from.color, 'stroke.color'),
    points: list(from.points, 'stroke.points', (point) => vec2(point, 'stroke.points')),
  };
}

function pastTrail(value: unknown): PastTrail {
  const from = fields(value, 'trail');
  return {
    robot: text(from.robot, 'trail.robot'),
    path: list(from.path, 'trail.path', stroke),
    ink: list(from.ink, 'trail.ink', stroke),
  };
}

function hello(from: Fields): Hello {
  const field = fields(from.field, 'field');
  return {
    title: text(from.title, 'title'),
    field: { min: vec2(field.min, 'field.min'), max: vec2(field.max, 'field.max') },
    limits: limits(from.limits),
    links: vec3(from.links, 'links'),
    shoulder: vec2(from.shoulder, 'shoulder'),
    doors: doors(from.doors),
    den: from.den === true,
    tools: list(from.tools ?? [], 'tools', (tool) => text(tool, 'tools')),
    log: list(from.log ?? [], 'log', logLine),
    trails: list(from.trails ?? [], 'trails', pastTrail),
    frame: frame(from.frame),
  };
}

/** Reads one message; `null` when it is unknown or malformed. */
export function readMessage(json: string): ServerMessage | null {
  try {
    const from = fields(JSON.parse(json), 'message');
    switch (from.type) {
      case 'hello':
        return { type: 'hello', hello: hello(from) };
      case 'frame':
        return { type: 'frame', frame: frame(from) };
      case 'said':
        return { type: 'said', robot: text(from.robot, 'robot'), text: text(from.text, 'text') };
      case 'heard':
        return { type: 'heard', text: text(from.text, 'text'), visitor: visitor(from.visitor) };
      case 'reset':
        return { type: 'reset' };
      case 'refused':
        return { type: 'refused', reason: text(from.reason, 'reason') };
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof Malformed || error instanceof SyntaxError) return null;
    throw error;
  }
}
