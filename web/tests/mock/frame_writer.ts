// Writes frames of the viewer's protocol.

export interface BodyPose {
  readonly index: number;
  readonly position: readonly [number, number, number];
  /** w, x, y, z */
  readonly rotation: readonly [number, number, number, number];
}

const UNITS = 2 ** 18 - 1;

export function writeFrame(
  time: number, step: number, poses: readonly BodyPose[], origin: readonly [number, number, number], extent: number, flags = 0,
): Buffer {
  let size = 56;
  let before = -1;
  for (const { index } of poses) {
    size += 14 + 2 * Math.floor((index - before - 1) / 0xffff);
    before = index;
  }
  const out = Buffer.alloc(size);
  out.set([1, 1], 0);
  out.writeUInt16LE(flags, 2);
  out.writeUInt32LE(poses.length, 4);
  out.writeDoubleLE(time, 8);
  out.writeBigUInt64LE(BigInt(step), 16);
  origin.forEach((part, axis) => out.writeDoubleLE(part, 24 + axis * 8));
  out.writeDoubleLE(extent, 48);
  let at = 56;
  before = -1;
  for (const { index, position, rotation } of poses) {
    let gap = index - before - 1;
    before = index;
    for (; gap >= 0xffff; gap -= 0xffff) at = out.writeUInt16LE(0xffff, at);
    at = out.writeUInt16LE(gap, at);
    let bits = 0n;
    let shift = 0n;
    const put = (value: number, width: number): void => {
      bits |= (BigInt(value) & ((1n << BigInt(width)) - 1n)) << shift;
      shift += BigInt(width);
    };
    position.forEach((part, axis) => put(Math.round(Math.min(Math.max((part - origin[axis]!) / extent, 0), 1) * UNITS), 18));
    const largest = rotation.reduce((best, part, axis) => (Math.abs(part) > Math.abs(rotation[best]!) ? axis : best), 0);
    const sign = rotation[largest]! < 0 ? -1 : 1;
    put(largest, 2);
    rotation.forEach((part, axis) => {
      if (axis !== largest) put(Math.round(sign * part * Math.SQRT2 * 4095), 13);
    });
    at = out.writeUInt32LE(Number(bits & 0xffffffffn), at);
    at = out.writeUInt32LE(Number((bits >> 32n) & 0xffffffffn), at);
    at = out.writeUInt32LE(Number((bits >> 64n) & 0xffffffffn), at);
  }
  return out;
}
