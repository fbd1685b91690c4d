// Binary messages: frames (poses of the bodies that moved) and pictures of devices.

const HEADER = 56;
const POSITION_BITS = 2 ** 18 - 1;
const TURN = Math.SQRT1_2 / 4095;
const SKIP = 0xffff;

export interface FrameHeader {
  readonly all: boolean;
  readonly past: boolean;
  readonly count: number;
  readonly time: number;
  readonly step: number;
}

/** Where poses are put: x, y, z and w, x, y, z of a body. */
export interface PoseSink {
  place(body: number, px: number, py: number, pz: number, qw: number, qx: number, qy: number, qz: number): void;
}

/** The first part of a frame; null if these bytes are no frame that this page reads. */
export function readFrameHeader(bytes: DataView): FrameHeader | null {
  if (bytes.byteLength < HEADER || bytes.getUint8(0) !== 1 || bytes.getUint8(1) !== 1) return null;
  const flags = bytes.getUint16(2, true);
  return {
    all: (flags & 1) !== 0,
    past: (flags & 2) !== 0,
    count: bytes.getUint32(4, true),
    time: bytes.getFloat64(8, true),
    step: Number(bytes.getBigUint64(16, true)),
  };
}

/** Puts the poses of a frame into `sink`; false if the frame is cut off (what was read before stays). */
export function readFrame(bytes: DataView, count: number, sink: PoseSink): boolean {
  const [ox, oy, oz] = [bytes.getFloat64(24, true), bytes.getFloat64(32, true), bytes.getFloat64(40, true)];
  const scale = bytes.getFloat64(48, true) / POSITION_BITS;
  const end = bytes.byteLength;
  let at = HEADER;
  let body = 0;
  for (let record = 0; record < count; record += 1) {
    if (at + 14 > end) return false;
    let gap = bytes.getUint16(at, true);
    at += 2;
    while (gap === SKIP) {
      body += SKIP;
      if (at + 14 > end) return false;
      gap = bytes.getUint16(at, true);
      at += 2;
    }
    body += gap;
    const w0 = bytes.getUint32(at, true);
    const w1 = bytes.getUint32(at + 4, true);
    const w2 = bytes.getUint32(at + 8, true);
    at += 12;
    const nx = w0 & 0x3ffff;
    const ny = (w0 >>> 18) | ((w1 & 0xf) << 14);
    const nz = (w1 >>> 4) & 0x3ffff;
    const a = signed((w1 >>> 24) | ((w2 & 0x1f) << 8));
    const b = signed((w2 >>> 5) & 0x1fff);
    const c = signed((w2 >>> 18) & 0x1fff);
    const d = Math.sqrt(Math.max(1 - a * a - b * b - c * c, 0));
    const [px, py, pz] = [ox + nx * scale, oy + ny * scale, oz + nz * scale];
    switch ((w1 >>> 22) & 3) {
      case 0:
        sink.place(body, px, py, pz, d, a, b, c);
        break;
      case 1:
        sink.place(body, px, py, pz, a, d, b, c);
        break;
      case 2:
        sink.place(body, px, py, pz, a, b, d, c);
        break;
      default:
        sink.place(body, px, py, pz, a, b, c, d);
    }
    body += 1;
  }
  return true;
}

/** A part of a unit quaternion from 13 bits in two's complement. */
const signed = (bits: number): number => (bits >= 4096 ? bits - 8192 : bits) * TURN;

export type PictureFormat = 'rgba' | 'depth' | 'jpeg' | 'png';
const FORMATS: readonly PictureFormat[] = ['rgba', 'depth', 'jpeg', 'png'];
const PICTURE_HEADER = 20;

export interface Picture {
  readonly topic: number;
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
  readonly time: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Reads a picture; null if these bytes are none. */
export function readPicture(buffer: ArrayBuffer): Picture | null {
  const bytes = new DataView(buffer);
  if (bytes.byteLength < PICTURE_HEADER || bytes.getUint8(0) !== 2 || bytes.getUint8(1) !== 1) return null;
  const format = FORMATS[bytes.getUint8(8)];
  if (!format) return null;
  const [width, height] = [bytes.getUint16(4, true), bytes.getUint16(6, true)];
  const data = new Uint8Array(buffer, PICTURE_HEADER);
  const wanted = format === 'rgba' || format === 'depth' ? width * height * 4 : 1;
  if (width === 0 || height === 0 || data.length < wanted) return null;
  return { topic: bytes.getUint16(2, true), width, height, format, time: bytes.getFloat64(12, true), data };
}
