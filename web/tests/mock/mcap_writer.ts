// Writes small MCAP files for tests: channels, messages, attachments, nothing else.

const MAGIC = Buffer.from([0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]);

const text = (value: string): Buffer => {
  const data = Buffer.from(value);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(data.length);
  return Buffer.concat([head, data]);
};
const short = (value: number): Buffer => {
  const out = Buffer.alloc(2);
  out.writeUInt16LE(value);
  return out;
};
const int = (value: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out;
};
const long = (value: number): Buffer => {
  const out = Buffer.alloc(8);
  out.writeBigUInt64LE(BigInt(Math.round(value)));
  return out;
};
const record = (code: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([code]), long(content.length), content]);
};

export class McapWriter {
  private readonly parts: Buffer[] = [MAGIC, record(1, text('foxden'), text('test'))];
  private readonly channels = new Map<string, number>();

  message(topic: string, seconds: number, data: Buffer | object): void {
    let channel = this.channels.get(topic);
    if (channel === undefined) {
      channel = this.channels.size + 1;
      this.channels.set(topic, channel);
      this.parts.push(record(4, short(channel), short(0), text(topic), text('json'), int(0)));
    }
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from(JSON.stringify(data));
    this.parts.push(record(5, short(channel), int(0), long(seconds * 1e9), long(seconds * 1e9), bytes));
  }

  attachment(name: string, data: Buffer): void {
    this.parts.push(record(9, long(0), long(0), text(name), text(''), long(data.length), data, int(0)));
  }

  /** Wraps what was written so far into one chunk with this compression. */
  chunk(compression: string): void {
    const [magic, header, ...rest] = this.parts;
    const records = Buffer.concat(rest);
    this.parts.length = 0;
    this.parts.push(magic!, header!, record(6, long(0), long(0), long(records.length), int(0), text(compression), long(records.length), records));
  }

  finish(): Buffer {
    return Buffer.concat([...this.parts, record(15, int(0)), record(2, long(0), long(0), int(0)), MAGIC]);
  }
}
