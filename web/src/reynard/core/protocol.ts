// The messages of `/api/stream`: what the server sends, what the page sends,
// and a reader that lets nothing malformed through. SI units throughout.

import { Malformed, fields, flag, list, maybe, number, otherwise, record, text, tuple, type Reader } from '../../shared/readers';

/** A point or a velocity in the field: metres or metres per second. */
export type Vec2 = readonly [number, number];
/** Three joints, or red, green and blue from 0 to 1. */
export type Vec3 = readonly [number, number, number];

export interface Ray {
  readonly light: string;
  readonly from: Vec2;
  readonly to: Vec2;
  /** Where an obstacle blocks the ray; null when light arrives. */
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

interface Place {
  readonly name: string;
  readonly position: Vec2;
}

interface Box extends Place {
  readonly shape: 'box';
  readonly size: Vec2;
  readonly angle: number;
}

interface Circle extends Place {
  readonly shape: 'circle';
  readonly radius: number;
}

export type Obstacle = Box | Circle;

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

export interface Servers {
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
  readonly servers: Servers;
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

const vec2: Reader<Vec2> = tuple(number, number);
const vec3: Reader<Vec3> = tuple(number, number, number);

const energy: Reader<Energy> = record({ energy: number, capacity: number });

const ray = record<Ray>({
  light: text,
  from: vec2,
  to: vec2,
  blockedAt: maybe(vec2),
  irradiance: number,
});

const lightSensor = record<LightSensor>({
  name: text,
  position: vec2,
  value: maybe(number),
  rays: list(ray),
});

const robot = record<Robot>({
  name: text,
  position: vec2,
  velocity: vec2,
  arm: vec3,
  armVelocity: vec3,
  color: vec3,
  tool: otherwise('', text),
  toolPoint: vec2,
  battery: maybe(energy),
  light: otherwise([], list(lightSensor)),
  contacts: otherwise([], list(text)),
});

const lamp = record<Lamp>({ position: vec2, on: flag, color: vec3, intensity: number });

const charger = record<Charger>({
  position: vec2,
  radius: number,
  energy: number,
  capacity: number,
  color: vec3,
  robot: maybe(text),
});

const place = { name: otherwise('', text), position: vec2 };
const circle = record<Circle>({ ...place, shape: () => 'circle', radius: number });
const box = record<Box>({ ...place, shape: () => 'box', size: vec2, angle: otherwise(0, number) });

const obstacle: Reader<Obstacle> = (value, what) => {
  switch (fields(value, what).shape) {
    case 'circle':
      return circle(value, what);
    case 'box':
      return box(value, what);
    default:
      throw new Malformed(`${what}.shape is neither box nor circle`);
  }
};

const frame = record<Frame>({
  time: number,
  paused: flag,
  speed: number,
  robots: list(robot),
  lamp: maybe(lamp),
  charger: maybe(charger),
  obstacles: otherwise([], list(obstacle)),
});

const limits = record<Limits>({ speed: number, armSpeed: vec3, arm: tuple(vec2, vec2, vec2) });

const servers = record<Servers>({
  raconteur: maybe(text),
  http: maybe(text),
  ascii: maybe(record({ host: text, port: number })),
});

const visitor = maybe(text);
const logLine = record<LogLine>({ from: text, text, visitor });
const stroke = record<Stroke>({ color: vec3, points: list(vec2) });
const pastTrail = record<PastTrail>({ robot: text, path: list(stroke), ink: list(stroke) });

const hello = record<Hello>({
  title: text,
  field: record({ min: vec2, max: vec2 }),
  limits,
  links: vec3,
  shoulder: vec2,
  servers,
  den: flag,
  tools: otherwise([], list(text)),
  log: otherwise([], list(logLine)),
  trails: otherwise([], list(pastTrail)),
  frame,
});

/** Reads one message; `null` when it is unknown or malformed. */
export function readMessage(json: string): ServerMessage | null {
  try {
    const from = fields(JSON.parse(json), 'message');
    switch (from.type) {
      case 'hello':
        return { type: 'hello', hello: hello(from, 'hello') };
      case 'frame':
        return { type: 'frame', frame: frame(from, 'frame') };
      case 'said':
        return { type: 'said', robot: text(from.robot, 'robot'), text: text(from.text, 'text') };
      case 'heard':
        return { type: 'heard', text: text(from.text, 'text'), visitor: visitor(from.visitor, 'visitor') };
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
