// Reads MCAP files that Foxden records: messages by topic in the order of time, and attachments. The file
// stays where it is; only places are kept. A file that is cut off is read up to where it ends.

const MAGIC = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a] as const;
const RECORD_HEAD = 9;
const OP = { channel: 4, message: 5, chunk: 6, attachment: 9 } as const;
/** More messages than this are no recording that a page can show. */
const MOST_MESSAGES = 5_000_000;

export interface McapMessage {
  readonly topic: string;
  /** Seconds. */
  readonly time: number;
  readonly start: number;
  readonly end: number;
}

export interface Mcap {
  readonly messages: readonly McapMessage[];
  /** Places of attachments by name. */
  readonly attachments: ReadonlyMap<string, readonly [number, number]>;
  /** Whether the file ends before its end. */
  readonly isCutOff: boolean;
}

/** Reads the places of all messages; throws in words if this is no such file. */
export function readMcap(bytes: Uint8Array): Mcap {
  if (!MAGIC.every((byte, at) => bytes[at] === byte)) throw new Error('This is no MCAP file.');
  const reader = new Reader(bytes);
  const whole = reader.records(MAGIC.length, bytes.length, false);
  reader.messages.sort((a, b) => a.time - b.time);
  return { messages: reader.messages, attachments: reader.attachments, isCutOff: !whole };
}

class Reader {
  readonly messages: McapMessage[] = [];
  readonly attachments = new Map<string, readonly [number, number]>();
  private readonly channels = new Map<number, string>();
  private readonly view: DataView;
  private readonly decoder = new TextDecoder();

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads records from `at` to `end`; false if the last one is cut off. */
  records(from: number, end: number, inChunk: boolean): boolean {
    let at = from;
    while (at + RECORD_HEAD <= end) {
      const code = this.view.getUint8(at);
      // The magic bytes at the end look like the start of a record.
      if (code === MAGIC[0] && end - at <= MAGIC.length) return true;
      const length = this.long(at + 1);
      const start = at + RECORD_HEAD;
      if (!(length <= end - start)) return false;
      this.record(code, start, start + length, inChunk);
      at = start + length;
    }
    return at >= end - MAGIC.length;
  }

  private record(code: number, start: number, end: number, inChunk: boolean): void {
    if (code === OP.channel && end - start >= 8) {
      const [topic] = this.text(start + 4, end);
      this.channels.set(this.view.getUint16(start, true), topic);
    } else if (code === OP.message && end - start >= 22) {
      const topic = this.channels.get(this.view.getUint16(start, true));
      if (topic === undefined) return;
      if (this.messages.length >= MOST_MESSAGES) throw new Error('The recording has too many messages for a page.');
      this.messages.push({ topic, time: Number(this.view.getBigUint64(start + 6, true)) / 1e9, start: start + 22, end });
    } else if (code === OP.attachment && end - start >= 28) {
      const [name, afterName] = this.text(start + 16, end);
      const [, afterType] = this.text(afterName, end);
      const length = this.long(afterType);
      if (length <= end - afterType - 8) this.attachments.set(name, [afterType + 8, afterType + 8 + length]);
    } else if (code === OP.chunk && !inChunk && end - start >= 40) {
      const [compression, after] = this.text(start + 28, end);
      if (compression !== '') throw new Error(`The recording is compressed with ${compression.slice(0, 20)}; record it with Foxden, which does not compress.`);
      const length = this.long(after);
      this.records(after + 8, Math.min(after + 8 + length, end), true);
    }
  }

  /** A text with its length before it, and where it ends. */
  private text(at: number, end: number): [string, number] {
    if (at + 4 > end) throw new Error('The recording is damaged: a name is cut off.');
    const length = this.view.getUint32(at, true);
    if (length > end - at - 4 || length > 65536) throw new Error('The recording is damaged: a name is too long.');
    return [this.decoder.decode(this.bytes.subarray(at + 4, at + 4 + length)), at + 4 + length];
  }

  private long(at: number): number {
    return at + 8 <= this.view.byteLength ? Number(this.view.getBigUint64(at, true)) : Infinity;
  }
}
