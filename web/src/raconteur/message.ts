// Messages of Robot Raconteur, version 2: every field at its place.

/** The content of an element: numbers, text, children by name, or nothing. */
export type Content =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'numbers'; readonly code: number; readonly numbers: readonly number[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'children'; readonly code: number; readonly children: readonly Element[] };

export interface Element {
  readonly name: string;
  readonly content: Content;
}

export interface Entry {
  readonly kind: number;
  readonly path: string;
  readonly member: string;
  readonly request: number;
  readonly error: number;
  readonly elements: readonly Element[];
}

export interface Message {
  /** The nodes, 16 bytes each. */
  readonly sender: Uint8Array;
  readonly receiver: Uint8Array;
  readonly senderEndpoint: number;
  readonly receiverEndpoint: number;
  readonly entries: readonly Entry[];
}

const MAGIC = 'RRAC';
const TEXT = 11;
/** Before the header: magic, size and version. */
const PREFIX = 10;
const HEADER = 64;

/** Types of numbers by their codes: bytes of one, and how it is read and written. */
const NUMBERS: Readonly<Record<number, { readonly size: number; readonly get: (view: DataView, at: number) => number; readonly set: (view: DataView, at: number, value: number) => void }>> = {
  1: { size: 8, get: (view, at) => view.getFloat64(at, true), set: (view, at, value) => view.setFloat64(at, value, true) },
  2: { size: 4, get: (view, at) => view.getFloat32(at, true), set: (view, at, value) => view.setFloat32(at, value, true) },
  3: { size: 1, get: (view, at) => view.getInt8(at), set: (view, at, value) => view.setInt8(at, value) },
  4: { size: 1, get: (view, at) => view.getUint8(at), set: (view, at, value) => view.setUint8(at, value) },
  5: { size: 2, get: (view, at) => view.getInt16(at, true), set: (view, at, value) => view.setInt16(at, value, true) },
  6: { size: 2, get: (view, at) => view.getUint16(at, true), set: (view, at, value) => view.setUint16(at, value, true) },
  7: { size: 4, get: (view, at) => view.getInt32(at, true), set: (view, at, value) => view.setInt32(at, value, true) },
  8: { size: 4, get: (view, at) => view.getUint32(at, true), set: (view, at, value) => view.setUint32(at, value, true) },
  // more than 53 bits do not fit into a number of a page
  9: { size: 8, get: (view, at) => Number(view.getBigInt64(at, true)), set: (view, at, value) => view.setBigInt64(at, BigInt(value), true) },
  10: { size: 8, get: (view, at) => Number(view.getBigUint64(at, true)), set: (view, at, value) => view.setBigUint64(at, BigInt(value), true) },
  14: { size: 1, get: (view, at) => view.getUint8(at), set: (view, at, value) => view.setUint8(at, value) },
};

class Writer {
  private bytes = new Uint8Array(256);
  length = 0;

  private room(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    return at;
  }

  private get view(): DataView {
    return new DataView(this.bytes.buffer);
  }

  u16(value: number): void {
    const at = this.room(2);
    this.view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.room(4);
    this.view.setUint32(at, value, true);
  }

  /** Writes the bytes since `start` as a number at `at`. */
  size(at: number, start: number): void {
    this.view.setUint32(at, this.length - start, true);
  }

  raw(bytes: Uint8Array): void {
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > 0xffff) throw new Error('a name is too long');
    this.u16(bytes.length);
    this.raw(bytes);
  }

  numbers(code: number, numbers: readonly number[]): void {
    const type = NUMBERS[code];
    if (!type) throw new Error(`there are no numbers of type ${code}`);
    const at = this.room(type.size * numbers.length);
    numbers.forEach((number, index) => type.set(this.view, at + type.size * index, number));
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

function writeElement(out: Writer, { name, content }: Element): void {
  const start = out.length;
  out.u32(0);
  out.text(name);
  const encoded = content.kind === 'text' ? new TextEncoder().encode(content.text) : undefined;
  out.u16(content.kind === 'nothing' ? 0 : content.kind === 'text' ? TEXT : content.code);
  out.text('');
  out.text('');
  if (content.kind === 'numbers') {
    out.u32(content.numbers.length);
    out.numbers(content.code, content.numbers);
  } else if (content.kind === 'children') {
    out.u32(content.children.length);
    for (const child of content.children) writeElement(out, child);
  } else {
    out.u32(encoded?.length ?? 0);
    if (encoded) out.raw(encoded);
  }
  out.size(start, start);
}

/** The bytes of a message. */
export function encode(message: Message): Uint8Array {
  const out = new Writer();
  out.raw(new TextEncoder().encode(MAGIC));
  out.u32(0);
  out.u16(2);
  out.u16(HEADER);
  out.raw(message.sender);
  out.raw(message.receiver);
  out.u32(message.senderEndpoint);
  out.u32(message.receiverEndpoint);
  for (let text = 0; text < 3; text += 1) out.text('');
  out.u16(message.entries.length);
  out.u16(0);
  out.u16(0);
  for (const entry of message.entries) {
    const start = out.length;
    out.u32(0);
    out.u16(entry.kind);
    out.u16(0);
    out.text(entry.path);
    out.text(entry.member);
    out.u32(entry.request);
    out.u16(entry.error);
    out.text('');
    out.u16(entry.elements.length);
    for (const element of entry.elements) writeElement(out, element);
    out.size(start, start);
  }
  out.size(4, 0);
  return out.finish();
}

class Reader {
  private readonly view: DataView;
  at = PREFIX;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  raw(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) throw new Error('a message is cut off');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  u16(): number {
    this.raw(2);
    return this.view.getUint16(this.at - 2, true);
  }

  u32(): number {
    this.raw(4);
    return this.view.getUint32(this.at - 4, true);
  }

  text(count = this.u16()): string {
    return new TextDecoder().decode(this.raw(count));
  }

  numbers(code: number, count: number): number[] {
    const type = NUMBERS[code];
    if (!type) throw new Error(`elements of type ${code} are not known`);
    const start = this.at;
    this.raw(type.size * count);
    return Array.from({ length: count }, (_, index) => type.get(this.view, start + type.size * index));
  }
}

function readElement(reader: Reader): Element {
  const end = reader.at + reader.u32();
  const name = reader.text();
  const code = reader.u16();
  reader.text();
  reader.text();
  const count = reader.u32();
  let content: Content = { kind: 'nothing' };
  if (code === TEXT) {
    content = { kind: 'text', text: reader.text(count) };
  } else if (code > 100) {
    content = { kind: 'children', code, children: readElements(reader, count) };
  } else if (code !== 0) {
    content = { kind: 'numbers', code, numbers: reader.numbers(code, count) };
  }
  if (reader.at !== end) throw new Error(`the element ${name} has another size`);
  return { name, content };
}

function readElements(reader: Reader, count: number): Element[] {
  const elements: Element[] = [];
  for (let index = 0; index < count; index += 1) elements.push(readElement(reader));
  return elements;
}

/** The size of the message that bytes begin with; `undefined` if they are too few to tell. */
export function sizeOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < PREFIX) return undefined;
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC) throw new Error('these are no messages of Robot Raconteur');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
}

/** The message of just these bytes. */
export function decode(bytes: Uint8Array): Message {
  const reader = new Reader(bytes);
  reader.u16();
  const sender = reader.raw(16).slice();
  const receiver = reader.raw(16).slice();
  const senderEndpoint = reader.u32();
  const receiverEndpoint = reader.u32();
  for (let text = 0; text < 3; text += 1) reader.text();
  const count = reader.u16();
  reader.u32();
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    const end = reader.at + reader.u32();
    const kind = reader.u16();
    reader.u16();
    const path = reader.text();
    const member = reader.text();
    const request = reader.u32();
    const error = reader.u16();
    reader.text();
    const elements = readElements(reader, reader.u16());
    if (reader.at !== end) throw new Error('an entry has another size');
    entries.push({ kind, path, member, request, error, elements });
  }
  return { sender, receiver, senderEndpoint, receiverEndpoint, entries };
}
