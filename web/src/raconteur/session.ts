// A session with a service over WebSocket.

import { type Content, decode, type Element, encode, type Entry, sizeOf } from './message';
import { text, type Value, valueOf } from './value';

const PROTOCOL = 'robotraconteur.robotraconteur.com';
/** The WebSocket of `foxden run --raconteur`, if no port is given. */
export const USUAL_ADDRESS = 'ws://localhost:52511/';
/** The version of the protocol that definitions are written for. */
const VERSION = '0.12.0';
/** How often a session without other messages sends a sign of life, in milliseconds. */
const KEEP_ALIVE = 5_000;
/** How long an answer may take. */
const PATIENCE = 30_000;

/** Kinds of entries; an answer has the next number. */
const KIND = {
  streamOperation: 1,
  connectionTest: 111,
  connect: 121,
  serviceClosed: 105,
  propertyGet: 1111,
  propertySet: 1113,
  call: 1121,
  wirePacket: 1161,
  wireConnect: 1163,
  wireDisconnect: 1165,
  peek: 1181,
} as const;

/** What a service answers instead of a result. */
export class ServiceError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly parameter: Value,
  ) {
    super(message);
    this.name = 'ServiceError';
  }
}

interface Waiting {
  readonly resolve: (entry: Entry) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The path of an object below another one: `robot[fox]`. */
export function child(path: string, member: string, index?: string | number): string {
  if (index === undefined) return `${path}.${member}`;
  const plain = (byte: number): string => (/[0-9A-Za-z]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`);
  return `${path}.${member}[${Array.from(new TextEncoder().encode(String(index)), plain).join('')}]`;
}

/** The service that lists the services of a node. */
const INDEX = 'RobotRaconteurServiceIndex';

/** The names of the services of a node whose root objects are of a type. */
export async function servicesOfType(address: string, type: string): Promise<readonly string[]> {
  const session = await Session.open(address, INDEX);
  try {
    const services = (await session.call(INDEX, 'GetLocalNodeServices')) as Readonly<Record<string, { readonly [name: string]: Value }>>;
    const found = Object.values(services).filter(({ RootObjectType }) => RootObjectType === type);
    return found.map(({ Name }) => String(Name));
  } finally {
    session.close();
  }
}

export class Session {
  private readonly own = crypto.getRandomValues(new Uint8Array(16));
  private readonly endpoint = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) >>> 1;
  private peer = new Uint8Array(16);
  private peerEndpoint = 0;
  private requests = 0;
  private input = new Uint8Array(0);
  private readonly waiting = new Map<number, Waiting>();
  private readonly wires = new Map<string, (value: Value) => void>();
  private readonly timer: ReturnType<typeof setInterval>;
  private end: Error | undefined;

  private constructor(
    private readonly socket: WebSocket,
    /** The path of the root object. */
    readonly service: string,
  ) {
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>): void => this.receive(new Uint8Array(data));
    socket.onclose = (): void => this.close(new Error('the connection has ended'));
    this.timer = setInterval(() => this.send(KIND.connectionTest, '', '', 0, []), KEEP_ALIVE);
  }

  /** Connects to a service; the address is that of the WebSocket, such as {@link USUAL_ADDRESS}. */
  static async open(address: string, service: string): Promise<Session> {
    const socket = new WebSocket(address, PROTOCOL);
    await new Promise<void>((resolve, reject) => {
      socket.onopen = (): void => resolve();
      socket.onerror = (): void => reject(new Error(`${address} cannot be reached, or does not admit pages of ${location.origin}`));
    });
    const session = new Session(socket, service);
    try {
      await session.request(KIND.streamOperation, '', 'CreateConnection', []);
      const version = { name: 'clientversion', content: text(VERSION) };
      await session.request(KIND.connect, service, '', [version]);
    } catch (error) {
      session.close(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    return session;
  }

  /** Ends the session. */
  close(reason: Error = new Error('the session was closed')): void {
    if (this.end) return;
    this.end = reason;
    clearInterval(this.timer);
    this.socket.close();
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.waiting.clear();
    this.wires.clear();
  }

  get isOpen(): boolean {
    return this.end === undefined;
  }

  async get(path: string, name: string): Promise<Value> {
    return part(await this.request(KIND.propertyGet, path, name, []), 'value');
  }

  async set(path: string, name: string, content: Content): Promise<void> {
    await this.request(KIND.propertySet, path, name, [{ name: 'value', content }]);
  }

  /** Calls a function; its arguments have their names. */
  async call(path: string, name: string, parameters: Readonly<Record<string, Content>> = {}): Promise<Value> {
    const elements = Object.entries(parameters).map(([name, content]) => ({ name, content }));
    return part(await this.request(KIND.call, path, name, elements), 'return');
  }

  /** The newest value of a wire. */
  async peek(path: string, name: string): Promise<Value> {
    return part(await this.request(KIND.peek, path, name, []), 'packet');
  }

  /** Connects a wire; the function that is returned disconnects it. */
  async wire(path: string, name: string, listener: (value: Value) => void): Promise<() => Promise<void>> {
    const key = `${path} ${name}`;
    if (this.wires.has(key)) throw new Error(`the wire ${name} is connected already`);
    this.wires.set(key, listener);
    try {
      await this.request(KIND.wireConnect, path, name, []);
    } catch (error) {
      this.wires.delete(key);
      throw error;
    }
    return async () => {
      this.wires.delete(key);
      await this.request(KIND.wireDisconnect, path, name, []);
    };
  }

  private request(kind: number, path: string, member: string, elements: readonly Element[]): Promise<Entry> {
    return new Promise((resolve, reject) => {
      if (this.end) {
        reject(this.end);
        return;
      }
      this.requests += 1;
      const id = this.requests;
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error(`${member || path} does not answer`));
      }, PATIENCE);
      this.waiting.set(id, { resolve, reject, timer });
      this.send(kind, path, member, id, elements);
    });
  }

  private send(kind: number, path: string, member: string, request: number, elements: readonly Element[]): void {
    const entry = { kind, path, member, request, error: 0, elements };
    const isStream = kind === KIND.streamOperation;
    const bytes = encode({
      sender: this.own,
      receiver: this.peer,
      senderEndpoint: isStream ? 0 : this.endpoint,
      receiverEndpoint: this.peerEndpoint,
      entries: [entry],
    });
    this.socket.send(bytes as Uint8Array<ArrayBuffer>);
  }

  private receive(bytes: Uint8Array): void {
    const all = new Uint8Array(this.input.length + bytes.length);
    all.set(this.input);
    all.set(bytes, this.input.length);
    this.input = all;
    try {
      for (let size = sizeOf(this.input); size !== undefined && size <= this.input.length; size = sizeOf(this.input)) {
        const message = decode(this.input.subarray(0, size));
        this.input = this.input.slice(size);
        for (const entry of message.entries) {
          if (entry.kind === KIND.streamOperation + 1) this.peer = message.sender as Uint8Array<ArrayBuffer>;
          if (entry.kind === KIND.connect + 1) this.peerEndpoint = message.senderEndpoint;
          this.take(entry);
        }
      }
    } catch (error) {
      this.close(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private take(entry: Entry): void {
    if (entry.kind === KIND.wirePacket) {
      this.wires.get(`${entry.path} ${entry.member}`)?.(part(entry, 'packet'));
    } else if (entry.kind === KIND.connectionTest) {
      this.send(KIND.connectionTest + 1, entry.path, entry.member, entry.request, []);
    } else if (entry.kind === KIND.serviceClosed) {
      this.close(new Error('the service was closed'));
    } else {
      const waiting = this.waiting.get(entry.request);
      if (!waiting || entry.request === 0) return;
      this.waiting.delete(entry.request);
      clearTimeout(waiting.timer);
      if (entry.error === 0) waiting.resolve(entry);
      else waiting.reject(new ServiceError(entry.error, String(part(entry, 'errorstring')), part(entry, 'errorparam')));
    }
  }
}

/** The value of an element of an entry. */
function part(entry: Entry, name: string): Value {
  const element = entry.elements.find((one) => one.name === name);
  return element ? valueOf(element) : null;
}
