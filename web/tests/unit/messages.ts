// Messages as the server sends them, for tests to alter.

import type { Frame, Hello, ServerMessage } from '../../src/reynard/core/protocol';
import { readMessage } from '../../src/reynard/core/protocol';

export const ROBOT = {
  name: 'reynard',
  position: [0.1, -0.2],
  velocity: [0.1, 0],
  arm: [0.1, 0.2, 0.3],
  arm_velocity: [0, 0, 0],
  color: [0.929, 0.49, 0.192],
  tool: 'fork',
  tool_point: [0.3, 0.2],
  battery: { energy: 50, capacity: 200 },
  light: [
    {
      name: 'eye',
      position: [0.24, -0.126],
      value: 1.5,
      rays: [{ light: 'lamp', from: [0.6, 0.3], to: [0.24, -0.126], blocked_at: null, irradiance: 1.5 }],
    },
  ],
};

export const FRAME = {
  type: 'frame',
  time: 1,
  paused: false,
  speed: 1,
  robots: [ROBOT],
  lamp: { position: [0.6, 0.3], on: true, color: [1, 1, 1], intensity: 1 },
  charger: { position: [-0.7, 0.2], radius: 0.15, energy: 10, capacity: 40, color: [0, 1, 0], robot: null },
  obstacles: [
    { name: 'crate', shape: 'box', position: [0.2, 0.3], size: [0.1, 0.2], angle: 0.5 },
    { name: 'stone', shape: 'circle', position: [-0.3, 0], radius: 0.07 },
  ],
};

export const HELLO = {
  type: 'hello',
  title: 'Reynard the Robot',
  field: { min: [-1, -0.5], max: [1, 0.5] },
  limits: { speed: 0.1, arm_speed: [1.745, 1.745, 1.745], arm: [[-0.1745, 3.1416], [-2.4435, 2.4435], [-3.0543, 3.0543]] },
  links: [0.17, 0.17, 0.06],
  shoulder: [0, 0.165],
  servers: { raconteur: 'rr+tcp://localhost:29200?service=reynard', http: 'http://localhost:29201', ascii: { host: 'localhost', port: 29202 } },
  den: true,
  tools: ['fork', 'lamp', 'probe', 'pen'],
  log: [{ from: 'reynard', text: "Hello I'm Reynard!" }],
  frame: FRAME,
};

export function read(message: unknown): ServerMessage {
  const found = readMessage(JSON.stringify(message));
  if (!found) throw new Error('the message was refused');
  return found;
}

type Changes = Readonly<Record<string, unknown>>;

/** A frame with some fields of the frame and of its one robot changed. */
export function frame(changes: Changes = {}, robot: Changes = {}): Frame {
  const message = read({ ...FRAME, robots: [{ ...ROBOT, ...robot }], ...changes });
  if (message.type !== 'frame') throw new Error('no frame');
  return message.frame;
}

export function hello(changes: Changes = {}): Hello {
  const message = read({ ...HELLO, ...changes });
  if (message.type !== 'hello') throw new Error('no hello');
  return message.hello;
}
