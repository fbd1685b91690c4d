// The numbers in the values of a topic that can be plotted, each with the key of its series. A key begins with its
// topic, so that a plot can subscribe to what it shows.

import type { Fields } from '../../shared/readers';
import {
  charger, contact, type Device, explanation, isMotor, items, joint, ledgerRow, nodeValues, robotValues, tryRead,
} from './values';

export type Value = number | readonly number[] | null;

export interface Reading {
  readonly key: string;
  /** What it is called, after the name of its node. */
  readonly label: string;
  /** The node that it belongs to, if the key does not say it. */
  readonly node?: number | null | undefined;
  readonly unit: string;
  readonly value: Value;
  /** Kept only while it is plotted: there are many of these. */
  readonly isRare?: boolean;
}

const PARTS = ['x', 'y', 'z', 'w'] as const;
const DEGREES = 180 / Math.PI;
/** A turn by less than this is rounding of the simulation, in degrees. */
const LEAST_TURN = 1e-3;

/** The topic that brings the values of a series. */
export const topicOf = (key: string): string => key.slice(0, key.indexOf('/'));
/** The key of a device's value, or of another number of it. */
export const deviceKey = (robot: number, device: string, what = ''): string => `robot:${robot}/${device}${what && ` ${what}`}`;
export const nodeKey = (node: number, what: string): string => `node:${node}/${what}`;
export const fieldKey = (node: number, field: string): string => `node:${node}/field ${field}`;
export const itemKey = (topic: string, node: number | string | null, what: string): string => `${topic}/${node ?? ''} ${what}`;
/** The key of a joint, which has a row for each of its axes. */
export const jointKey = (node: number | null, axis: number, what: string): string => itemKey('joints', axis > 0 ? `${node}.${axis + 1}` : node, what);
export const contactKey = (nodes: readonly (number | null)[]): string => itemKey('contacts', `${nodes[0] ?? 0}-${nodes[1] ?? 0}`, 'force');

/** A value as one series, or as one for each of its first four parts: keys and names of the parts. */
export function partsOf(key: string, value: Value): readonly (readonly [string, string, number])[] {
  if (value === null) return [];
  if (typeof value === 'number') return [[key, '', value]];
  return value.slice(0, 4).map((part, at) => [`${key}.${PARTS[at]}`, ` ${PARTS[at]}`, part] as const);
}

export const seriesKeys = (key: string, value: Value): readonly string[] => partsOf(key, value).map(([name]) => name);

/** The angle of a rotation in degrees. */
export function turnOf(rotation: readonly number[] | null): number | null {
  if (!rotation) return null;
  const angle = 2 * Math.acos(Math.min(Math.abs(rotation[0] ?? 1), 1)) * DEGREES;
  return angle >= LEAST_TURN ? angle : 0;
}

export function poseReadings(node: number, position: Value, rotation: readonly number[] | null): readonly Reading[] {
  return [
    { key: nodeKey(node, 'position'), label: 'position', unit: 'm', value: position },
    { key: nodeKey(node, 'turn'), label: 'turned by', unit: '°', value: turnOf(rotation) },
  ];
}

/** Units of the velocity and of the force of a motor. */
export const motorUnits = ({ type }: Pick<Device, 'type'>): readonly [string, string] => (type === 'LinearMotor' ? ['m/s', 'N'] : ['rad/s', 'N·m']);

function robotReadings(robot: number, values: Fields): readonly Reading[] {
  const read = tryRead(robotValues, values);
  const devices = (read?.devices ?? []).flatMap((device) => {
    const own = { key: deviceKey(robot, device.name), label: device.name, unit: device.unit, value: device.value };
    if (!isMotor(device)) return [own];
    const [speed, force] = motorUnits(device);
    const more = (what: string, unit: string, value: Value): Reading => ({ key: deviceKey(robot, device.name, what), label: `${device.name} ${what}`, unit, value });
    return [own, more('velocity', speed, device.velocity), more('force', force, device.force)];
  });
  return [{ key: `robot:${robot}/battery`, label: 'battery', unit: 'J', value: read?.battery?.value ?? null }, ...devices];
}

function nodeReadings(node: number, values: Fields): readonly Reading[] {
  const read = tryRead(nodeValues, values);
  if (!read) return [];
  const { velocity, numbers } = read;
  const own = (what: string, unit: string, value: Value): Reading => ({ key: nodeKey(node, what), label: what, unit, value });
  return [
    ...poseReadings(node, read.position, read.rotation),
    own('velocity', 'm/s', velocity?.slice(0, 3) ?? null),
    own('spin', 'rad/s', velocity && velocity.length > 3 ? velocity.slice(3, 6) : null),
    own('mass', 'kg', read.mass),
    ...Object.entries(numbers).map(([name, value]) => ({ key: fieldKey(node, name), label: name, unit: '', value: asValue(value), isRare: true })),
  ];
}

function asValue(value: unknown): Value {
  if (typeof value === 'number') return value;
  return Array.isArray(value) ? value.filter((part): part is number => typeof part === 'number') : null;
}

/** The force between each two nodes that touch. */
function contactReadings(values: Fields): readonly Reading[] {
  const sums = new Map<string, Reading & { readonly value: number }>();
  for (const { nodes, force } of items(contact, values)) {
    if (force === null) continue;
    const key = contactKey(nodes);
    sums.set(key, { key, label: 'contact force', node: nodes[0], unit: 'N', value: (sums.get(key)?.value ?? 0) + force, isRare: true });
  }
  return [...sums.values()];
}

/** Rows of joints, each with the number of its axis in its joint. */
export function withAxes<T extends { readonly node: number | null }>(rows: readonly T[]): readonly (readonly [T, number])[] {
  const counts = new Map<number | null, number>();
  return rows.map((row) => {
    const axis = counts.get(row.node) ?? 0;
    counts.set(row.node, axis + 1);
    return [row, axis] as const;
  });
}

/** All numbers of a topic; of a topic of lists only if some of them are plotted. */
export function readingsOf(topic: string, values: Fields, plotted: readonly string[]): readonly Reading[] {
  const [kind, rest] = topic.split(':');
  const id = Number(rest);
  if (kind === 'robot') return robotReadings(id, values);
  if (kind === 'node') return nodeReadings(id, values);
  if (kind === 'energy') {
    return items(ledgerRow, values).slice(0, 20).flatMap((row) =>
      (['received', 'given', 'stored'] as const).map((what) => ({ key: itemKey(topic, row.node ?? row.name, what), label: what, node: row.node, unit: 'J', value: row[what] })),
    );
  }
  if (!plotted.some((key) => topicOf(key) === topic)) return [];
  const rare = (node: number | null, what: string, unit: string, value: Value): Reading => ({ key: itemKey(topic, node, what), label: what, node, unit, value, isRare: true });
  if (kind === 'chargers') return items(charger, values).map((one) => rare(one.node, 'energy', 'J', one.energy));
  if (kind === 'joints') {
    return withAxes(items(joint, values)).flatMap(([one, axis]) => {
      const [way, effort] = one.kind === 'slider' ? ['m', 'N'] : ['rad', 'N·m'];
      const more = (what: 'position' | 'torque', unit: string): Reading => ({ key: jointKey(one.node, axis, what), label: axis > 0 ? `axis ${axis + 1} ${what}` : what, node: one.node, unit, value: one[what], isRare: true });
      return [more('position', way ?? ''), more('torque', effort ?? '')];
    });
  }
  if (kind === 'explain') return (tryRead(explanation, values)?.lights ?? []).map((light) => ({ ...rare(light.node, 'share', '%', light.share * 100), label: 'share of the light' }));
  return kind === 'contacts' ? contactReadings(values) : [];
}
