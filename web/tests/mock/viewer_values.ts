// Values of the made-up world's topics, and what its commands answer.

import type { MockWorld } from './viewer_world.ts';

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** What the charger gave: bursts of ten seconds. */
const charged = (time: number): number => 12 * (Math.floor(time / 20) * 10 + Math.min(time % 20, 10));

/** The values of a topic; null if there is no such topic. */
export function values(world: MockWorld, topic: string): object | null {
  const t = world.time;
  const [kind, rest = ''] = topic.split(/:(.*)/s);
  const fox = world.bodies[world.nodes.find((node) => node.id === world.robots[0])!.body!]!;
  const eye = [fox.position[0], fox.position[1], 0.25];
  const charger = world.nodes.find((node) => node.type === 'Charger')!;
  const sensor = world.nodes.find((node) => node.type === 'LightSensor')!;
  switch (kind) {
    case 'node': {
      const body = world.nodes.find((node) => node.id === Number(rest))?.body;
      const pose = body === undefined ? null : world.bodies[body];
      return pose ? { position: pose.position.map(round), rotation: pose.rotation.map(round), velocity: [0.4 * Math.sin(t), 0.4 * Math.cos(t), 0, 0, 0, 0.5], mass: 1.2, centerOfMass: [0, 0, 0.05], fields: { translation: pose.position.map(round).join(' ') } } : { fields: {} };
    }
    case 'robot':
      return {
        battery: { value: world.battery, max: 1000 },
        controller: { name: 'fox_controller', state: 'running', restartable: true },
        devices: [
          { name: 'left wheel', type: 'RotationalMotor', kind: 'motor', node: 0, value: world.motor + Math.sin(t), unit: 'rad', min: -3.14, max: 3.14, enabled: true, controllable: true },
          { name: 'right wheel', type: 'RotationalMotor', kind: 'motor', node: 0, value: world.wheel, unit: 'rad', maxVelocity: 8, enabled: true, controllable: true },
          { name: 'light', type: 'LightSensor', kind: 'sensor', node: sensor.id, value: 500 + 300 * Math.sin(t), unit: '', enabled: true },
          { name: 'distance', type: 'DistanceSensor', kind: 'sensor', node: 0, value: 0.4 + 0.2 * Math.cos(t * 1.3), unit: 'm', min: 0, max: 1, enabled: true },
          { name: 'accelerometer', type: 'Accelerometer', kind: 'sensor', node: 0, value: [Math.sin(t), Math.cos(t), 9.81], unit: 'm/s²', enabled: true },
          { name: 'led', type: 'LED', kind: 'led', node: 0, value: world.led, unit: '', enabled: true, controllable: true },
          { name: 'camera', type: 'Camera', kind: 'camera', node: 0, value: null, unit: '', enabled: true, image: true },
          { name: 'gps', type: 'GPS', kind: 'sensor', node: 0, value: null, unit: 'm', enabled: false },
        ],
      };
    case 'explain':
      return {
        position: eye, direction: [1, 0, 0], value: 612.4,
        lights: [
          { node: 3, name: 'sun', share: 0.62, irradiance: 3.1, from: [eye[0]! + 1, eye[1]! - 1.2, 2.2], to: eye, blocker: null, blockedAt: null, reason: null },
          { node: 4, name: 'lamp', share: 0.38, irradiance: 1.9, from: [1, 1, 1.5], to: eye, blocker: null, blockedAt: null, reason: null },
          { node: 5, name: 'spot', share: 0, irradiance: 0, from: [-1.6, -1.6, 2.5], to: eye, blocker: world.nodes.find((node) => node.name === 'capsule')!.id, blockedAt: [-1, -0.9, 1.6], reason: 'blocked by capsule' },
        ],
      };
    case 'chargers':
      return { items: [{ node: charger.id, energy: world.charger, max: 1000, radius: 0.45, position: [1.2, -1.2, 0], robot: null, candidates: world.robots.map((robot, at) => ({ robot, distance: 0.9 + at, reason: 'too far: the radius is 0.45 m' })) }] };
    case 'energy':
      return { items: [{ node: charger.id, name: 'charger', received: 0, given: charged(t), stored: 1000 - charged(t), max: 1000 }, { node: world.robots[0], name: 'fox', received: charged(t), given: 3 * t, stored: 400 + charged(t) - 3 * t, max: 1000 }] };
    case 'slots':
      return { items: [{ node: world.robots[0], type: 'arm', gender: '+', partner: null, position: eye, refused: [{ partner: world.robots[1], reason: 'types differ: arm and leg' }] }] };
    case 'contacts':
      return { items: world.robots.flatMap((robot) => { const body = world.nodes.find((node) => node.id === robot)!.body!; const [x, y] = world.bodies[body]!.position; return [0.15, -0.15].map((off) => ({ point: [x, y + off, 0], normal: [0, 0, 1], force: 4.9 + Math.sin(t), depth: 0.0002, bodies: [body, 0], friction: [[1, 0, 0], [0, 1, 0]] })); }) };
    case 'joints':
      return { items: [{ node: world.robots[0], kind: 'hinge', anchor: eye, axis: [0, 1, 0], position: Math.sin(t), min: -1.5, max: 1.5, torque: 0.4 * Math.cos(t) }] };
    case 'outlines':
      return { items: world.robots.map((robot) => ({ body: world.nodes.find((node) => node.id === robot)!.body!, positions: ring(0.2, 0.02).concat(ring(0.2, 0.2)) })) };
    case 'masses':
      return { items: [{ node: world.robots[0], mass: 1.2, centerOfMass: [fox.position[0], fox.position[1], 0.08], axes: fox.rotation, radii: [0.12, 0.1, 0.06], support: [[0.15, 0.15], [0.15, -0.15], [-0.15, -0.15], [-0.15, 0.15]].map(([x, y]) => [fox.position[0] + x!, fox.position[1] + y!, 0]) }] };
    case 'islands':
      return { items: world.bodies.map((_, body) => ({ body, island: body % 4, sleeping: body > 3 && body < 8 })).slice(1) };
    case 'rays':
      return { items: [{ node: world.robots[0], origin: eye, ends: Array.from({ length: 9 }, (_, at) => { const a = t * 0.5 + Math.PI / 2 + (at - 4) * 0.12; return [eye[0]! + Math.cos(a), eye[1]! + Math.sin(a), 0.25]; }), hits: Array.from({ length: 9 }, (_, at) => at % 3 === 0), kind: 'distance' }] };
    case 'image':
    case 'window':
      return { messages: [] };
    default:
      return null;
  }
}

function ring(radius: number, z: number): number[] {
  const points: number[] = [];
  for (let at = 0; at < 24; at += 1) {
    for (const end of [at, at + 1]) points.push(radius * Math.cos((end / 24) * 2 * Math.PI), radius * Math.sin((end / 24) * 2 * Math.PI), z);
  }
  return points;
}

export function fields(world: MockWorld, id: number): object[] {
  const node = world.nodes.find((one) => one.id === id);
  const own = world.fields.get(id) ?? new Map<string, string>();
  const body = node?.body === undefined ? null : world.bodies[node.body];
  const field = (name: string, type: string, value: string, more: object = {}): object => ({ name, type, value: own.get(name) ?? value, default: value, writable: true, ...more });
  return [
    field('translation', 'SFVec3f', body ? body.position.map(round).join(' ') : '0 0 0', { hint: 'm' }),
    field('rotation', 'SFRotation', '0 0 1 0', { hint: 'rad' }),
    field('name', 'SFString', JSON.stringify(node?.name ?? '')),
    field('model', 'SFString', '""'),
    field('mass', 'SFFloat', '1.2', { hint: 'kg', isParameter: true, parameter: { node: id, name: 'weight' } }),
    field('locked', 'SFBool', 'FALSE'),
    field('color', 'SFColor', '0.8 0.3 0.1'),
    field('controller', 'SFString', '"fox_controller"'),
    { name: 'children', type: 'MFNode', nodes: world.nodes.filter((one) => one.parent === id).map((one) => one.id), writable: false },
  ];
}

/** A picture as a camera would see it: a gradient that moves. */
export function picture(topic: number, time: number): Buffer {
  const [width, height] = [96, 64];
  const out = Buffer.alloc(20 + width * height * 4);
  out.set([2, 1], 0);
  out.writeUInt16LE(topic, 2);
  out.writeUInt16LE(width, 4);
  out.writeUInt16LE(height, 6);
  out.writeDoubleLE(time, 12);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sky = y < 28;
      const at = 20 + (y * width + x) * 4;
      out.set(sky ? [150 + y, 180 + y, 215, 255] : [150 - (y >> 1), 128 - (y >> 2) + (((x + Math.floor(time * 20)) >> 4) % 2) * 12, 98, 255], at);
    }
  }
  return out;
}
