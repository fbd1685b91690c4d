// Serves the made-up world at `/viewer/…`, as `foxden view` does.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type BodyPose, writeFrame } from './frame_writer.ts';
import { fields, picture, values } from './viewer_values.ts';
import { MockWorld } from './viewer_world.ts';

interface Viewer {
  readonly socket: WebSocket;
  readonly canChange: boolean;
  topics: string[];
  past: number | null;
}

const PERIOD = 1000 / 30;
const REFUSAL = 'This page may look, not change: open the address with the token that the program printed.';

export function attachViewer(http: Server, extra: number): void {
  const world = new MockWorld(extra);
  const viewers = new Set<Viewer>();
  const sockets = new WebSocketServer({ noServer: true });
  const frame = (poses: readonly BodyPose[], flags = 0): Buffer => writeFrame(world.time, world.step, poses, [-40, -40, -40], 80, flags);
  const all = (message: object): void => {
    for (const { socket } of viewers) socket.send(JSON.stringify(message));
  };
  http.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    if (!request.url?.startsWith('/viewer/socket')) return;
    sockets.handleUpgrade(request, raw, head, (socket) => {
      const viewer: Viewer = { socket, canChange: !request.url!.includes('token=wrong'), topics: [], past: null };
      viewers.add(viewer);
      socket.on('close', () => viewers.delete(viewer));
      for (const message of [world.hello(viewer.canChange), world.scene(), world.clock()]) socket.send(JSON.stringify(message));
      socket.send(JSON.stringify({ type: 'console', lines: [
        { robot: world.robots[0], stream: 'out', text: 'Hello, I am \u001b[32mfox\u001b[0m.', time: 0 },
        { robot: world.robots[1], stream: 'err', text: 'warning: battery low', time: 0.1 },
        { stream: 'foxden', text: '<script>document.title="owned"</script>', time: 0.2 },
      ] }));
      socket.on('message', (data) => {
        const command = JSON.parse(String(data));
        const reply = (answer: object): void => socket.send(JSON.stringify({ type: 'reply', to: command.id, ok: true, ...answer }));
        const refuse = (error: string): void => socket.send(JSON.stringify({ type: 'reply', to: command.id, error }));
        if (!['fields', 'watch', 'look'].includes(command.do) && !viewer.canChange) refuse(REFUSAL);
        else execute(viewer, command, reply, refuse);
      });
    });
  });

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  function execute(viewer: Viewer, command: any, reply: (answer: object) => void, refuse: (error: string) => void): void {
    const set = (node: number, field: string, text: string): void => {
      const known = world.fields.get(node) ?? new Map<string, string>();
      world.fields.set(node, known.set(field, text));
    };
    switch (command.do) {
      case 'play': world.paused = false; break;
      case 'pause': world.paused = true; break;
      case 'step': for (let at = 0; at < (command.count ?? 1); at += 1) send(world.advance()); break;
      case 'speed': world.speed = command.factor; break;
      case 'reset': case 'reload': world.reset(); all(world.scene()); break;
      case 'continue': world.time = command.time; viewer.past = null; break;
      case 'look':
        viewer.past = command.time;
        viewer.socket.send(command.time === null ? frame(world.bodies.map((body, index) => ({ index, ...body })), 1) : writeFrame(command.time, 0, world.past(command.time), [-40, -40, -40], 80, 2));
        break;
      case 'watch': {
        viewer.topics = command.topics;
        const unknown = viewer.topics.find((topic) => values(world, topic) === null);
        if (unknown) { refuse(`There is no topic '${unknown}'.`); return; }
        publish(viewer);
        reply({ pictures: Object.fromEntries(viewer.topics.map((topic, at) => [topic, at]).filter(([topic]) => String(topic).startsWith('image:'))) });
        return;
      }
      case 'fields': reply({ fields: fields(world, command.node) }); return;
      case 'set':
        if (command.field === 'mass' && !(Number(command.text) > 0)) { refuse(`mass: '${command.text}' is no positive number. Write the mass in kilograms, for example 1.5.`); return; }
        world.undoStack.push([command.node, command.field, world.fields.get(command.node)?.get(command.field) ?? '']);
        set(command.node, command.field, command.text);
        break;
      case 'undo': {
        const last = world.undoStack.pop();
        if (!last) { refuse('There is nothing to undo.'); return; }
        if (last[2]) set(...last); else world.fields.get(last[0])?.delete(last[1]);
        break;
      }
      case 'move': {
        const body = world.nodes.find((node) => node.id === command.node)?.body;
        if (body === undefined) { refuse('This node has no place of its own.'); return; }
        Object.assign(world.bodies[body]!, command.position ? { position: command.position } : {}, command.rotation ? { rotation: command.rotation } : {});
        send([{ index: body, ...world.bodies[body]! }]);
        break;
      }
      case 'led':
        world.led = command.value;
        all({ type: 'changes', materials: [{ id: 8, kind: 'pbr', baseColor: [0.1, 0.1, 0.1], emissiveColor: command.value ? [1, 0.2, 0.1] : [0, 0, 0], roughness: 0.4, metalness: 0 }] });
        break;
      case 'motor':
        if (command.velocity === undefined) world.motor = command.position ?? 0;
        else world.wheelSpeed = command.velocity;
        break;
      case 'redo': case 'pull': case 'input': case 'controller': case 'window': case 'save': break;
      default: refuse(`There is no command '${command.do}'.`); return;
    }
    reply({});
    all(world.clock());
  }

  function send(poses: readonly BodyPose[]): void {
    const bytes = frame(poses);
    for (const viewer of viewers) if (viewer.past === null) viewer.socket.send(bytes);
  }

  function publish(viewer: Viewer): void {
    viewer.topics.forEach((topic, at) => {
      if (topic.startsWith('image:')) viewer.socket.send(picture(at, world.time));
      else viewer.socket.send(JSON.stringify({ type: 'values', topic, time: world.time, ...values(world, topic) }));
    });
  }

  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (!world.paused) {
      const steps = Math.max(Math.round(((world.speed ?? 8) * PERIOD) / 16), 1);
      let poses: BodyPose[] = [];
      for (let at = 0; at < steps; at += 1) poses = world.advance();
      send(poses);
      if (ticks % 90 === 0) all({ type: 'console', lines: [{ robot: world.robots[0], stream: 'out', text: `step ${world.step}`, time: world.time }] });
    }
    if (ticks % 3 === 0) {
      if (!world.paused) all(world.clock());
      for (const viewer of viewers) publish(viewer);
    }
  }, PERIOD);
  http.on('close', () => clearInterval(timer));
  const blobs = (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = /^\/viewer\/((?:geometry|texture)\/\w+)/.exec(request.url ?? '');
    if (!found) return false;
    const blob = world.blobs.get(found[1]!);
    response.writeHead(blob ? 200 : 404, { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'public, max-age=31536000, immutable' });
    response.end(blob ?? '');
    return true;
  };
  answerers.set(http, blobs);
}

/** What answers requests for blobs, by server. */
export const answerers = new WeakMap<Server, (request: IncomingMessage, response: ServerResponse) => boolean>();
