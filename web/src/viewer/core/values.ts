// Values of topics as panels need them. Each reader gives null or an empty list for what cannot be read.

import {
  type Fields, fields, flag, list, Malformed, maybe, number, otherwise, type Read, type Reader, shape, text,
} from '../../shared/readers';
import { quaternion, vec3 } from './scene_types';

/** What a reader gives, or null. */
export function tryRead<T>(reader: Reader<T>, value: unknown): T | null {
  try {
    return reader(value, 'value');
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** The items of a list topic; items that cannot be read are left out. */
export function items<T>(reader: Reader<T>, values: Fields | undefined): readonly T[] {
  const all = values?.['items'];
  if (!Array.isArray(all)) return [];
  return all.flatMap((one) => {
    const read = tryRead(reader, one);
    return read === null ? [] : [read];
  });
}

/** A number, or null for what JSON cannot say (infinite) or what is missing. */
const maybeNumber: Reader<number | null> = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const reading: Reader<number | readonly number[] | null> = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : null;
};

/** Null: the device has no sampling period, so it is never off. */
const enabled: Reader<boolean> = (value) => value === null || value === undefined || value === true;

export const device = shape({
  name: text,
  type: text,
  node: maybe(number),
  value: reading,
  unit: otherwise('', text),
  min: maybeNumber,
  max: maybeNumber,
  maxVelocity: maybeNumber,
  /** Of motors. */
  velocity: maybeNumber,
  force: maybeNumber,
  enabled,
  controllable: maybe(flag),
});
export type Device = Read<typeof device>;

export const robotValues = shape({
  battery: maybe(shape({ value: number, max: maybeNumber })),
  controller: maybe(shape({ name: otherwise('', text), state: otherwise('', text), restartable: otherwise(true, flag) })),
  devices: otherwise<readonly Device[]>([], list(device)),
});

export const nodeValues = shape({
  position: maybe(vec3),
  rotation: maybe(quaternion),
  velocity: maybe(list(number)),
  mass: maybeNumber,
  centerOfMass: maybe(vec3),
  fields: otherwise<Fields>({}, fields),
  /** Fields with one number or a few. */
  numbers: otherwise<Fields>({}, fields),
  /** Another number: the document changed. */
  edits: maybeNumber,
});

export const fieldRow = shape({
  name: text,
  type: text,
  value: otherwise('', text),
  /** The nodes in a field that has nodes instead of values. */
  nodes: maybe(list(number)),
  default: maybe(text),
  isParameter: flag,
  parameter: maybe(shape({ node: maybe(number), name: text })),
  writable: flag,
  hint: maybe(text),
});
export type FieldRow = Read<typeof fieldRow>;

export const lightShare = shape({
  node: maybe(number),
  name: otherwise('light', text),
  share: otherwise(0, number),
  irradiance: otherwise(0, number),
  from: vec3,
  to: vec3,
  blocker: maybe(number),
  blockedAt: maybe(vec3),
  reason: maybe(text),
});
export const explanation = shape({ position: maybe(vec3), value: maybeNumber, lights: otherwise<readonly Read<typeof lightShare>[]>([], list(lightShare)) });

export const charger = shape({
  node: number,
  energy: maybeNumber,
  max: maybeNumber,
  radius: otherwise(0, number),
  position: maybe(vec3),
  robot: maybe(number),
  candidates: otherwise([], list(shape({ robot: number, distance: maybeNumber, reason: otherwise('', text) }))),
});

export const ledgerRow = shape({
  node: maybe(number), name: otherwise('', text), received: otherwise(0, number), given: otherwise(0, number), stored: otherwise(0, number), max: maybeNumber,
});

export const slot = shape({
  node: number,
  type: otherwise('', text),
  gender: otherwise('', text),
  partner: maybe(number),
  content: maybe(number),
  position: vec3,
  refused: otherwise([], list(shape({ partner: maybe(number), reason: text }))),
});

export const contact = shape({
  point: vec3, normal: vec3, force: maybeNumber, depth: maybeNumber,
  nodes: otherwise<readonly (number | null)[]>([], list(maybe(number))), friction: otherwise<readonly Read<typeof vec3>[]>([], list(vec3)), frictionForce: maybe(vec3),
});

export const joint = shape({
  node: maybe(number), kind: otherwise('hinge', text), anchor: vec3, axis: otherwise<Read<typeof vec3>>([0, 0, 1], vec3), position: maybeNumber, min: maybeNumber, max: maybeNumber, torque: maybeNumber,
});

export const outline = shape({ body: number, positions: list(number) });
export const massRow = shape({
  node: maybe(number), mass: otherwise(0, number), centerOfMass: vec3, axes: maybe(quaternion), radii: maybe(vec3), support: otherwise<readonly Read<typeof vec3>[]>([], list(vec3)),
});
export const islandRow = shape({ body: number, island: maybe(number), sleeping: flag });
export const rayFan = shape({
  node: maybe(number), origin: vec3, ends: list(vec3), hits: otherwise<readonly boolean[]>([], list(flag)), kind: otherwise('distance', text),
});

const PICTURES = new Set(['Camera', 'RangeFinder', 'Lidar', 'Display']);

/** Whether pictures of it can be watched. */
export const hasPicture = (one: Device): boolean => PICTURES.has(one.type);
/** Whether no controller has enabled it, so that there is nothing to show. */
export const isOff = (one: Device): boolean => !one.enabled && (hasPicture(one) || one.value === null);
export const isMotor = (one: Device): boolean => one.type.endsWith('Motor');
