// Geometry blobs for the made-up world: one of each kind that worlds have.

export interface Shape {
  readonly kind: 'triangles' | 'lines' | 'points';
  readonly positions: number[];
  readonly normals: number[];
  readonly coordinates: number[];
  readonly colors: number[];
  readonly indices: number[];
}

const empty = (kind: Shape['kind']): Shape => ({ kind, positions: [], normals: [], coordinates: [], colors: [], indices: [] });

/** A surface over a grid of parameters from 0 to 1. */
function surface(columns: number, rows: number, at: (u: number, v: number) => { p: number[]; n: number[] }): Shape {
  const shape = empty('triangles');
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const [u, v] = [column / columns, row / rows];
      const { p, n } = at(u, v);
      shape.positions.push(...p);
      shape.normals.push(...n);
      shape.coordinates.push(u, v);
    }
  }
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * (columns + 1) + column;
      const b = a + columns + 1;
      shape.indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  return shape;
}

function join(...parts: readonly Shape[]): Shape {
  const whole = empty('triangles');
  for (const part of parts) {
    const first = whole.positions.length / 3;
    whole.positions.push(...part.positions);
    whole.normals.push(...part.normals);
    whole.coordinates.push(...part.coordinates);
    whole.indices.push(...part.indices.map((index) => index + first));
  }
  return whole;
}

const plate = (o: number[], a: number[], b: number[], n: number[]): Shape =>
  surface(1, 1, (u, v) => ({ p: o.map((part, axis) => part + a[axis]! * u + b[axis]! * (1 - v)), n }));

export const box = (): Shape =>
  join(
    plate([0.5, -0.5, -0.5], [0, 1, 0], [0, 0, 1], [1, 0, 0]),
    plate([-0.5, 0.5, -0.5], [0, -1, 0], [0, 0, 1], [-1, 0, 0]),
    plate([0.5, 0.5, -0.5], [-1, 0, 0], [0, 0, 1], [0, 1, 0]),
    plate([-0.5, -0.5, -0.5], [1, 0, 0], [0, 0, 1], [0, -1, 0]),
    plate([-0.5, -0.5, 0.5], [1, 0, 0], [0, 1, 0], [0, 0, 1]),
    plate([-0.5, 0.5, -0.5], [1, 0, 0], [0, -1, 0], [0, 0, -1]),
  );

export const plane = (): Shape => plate([-0.5, -0.5, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]);

const TURN = 2 * Math.PI;

export const sphere = (): Shape =>
  surface(32, 16, (u, v) => {
    const [s, c] = [Math.sin(Math.PI * v), Math.cos(Math.PI * v)];
    const n = [Math.cos(TURN * u) * s, Math.sin(TURN * u) * s, c];
    return { p: n, n };
  });

const disc = (z: number): Shape =>
  surface(32, 1, (u, v) => {
    const turn = TURN * u * Math.sign(z || 1);
    return { p: [Math.cos(turn) * v, Math.sin(turn) * v, z], n: [0, 0, Math.sign(z || 1)] };
  });

export const cylinder = (): Shape =>
  join(
    surface(32, 1, (u, v) => {
      const n = [Math.cos(TURN * u), Math.sin(TURN * u), 0];
      return { p: [n[0]!, n[1]!, 0.5 - v], n };
    }),
    disc(0.5),
    disc(-0.5),
  );

export const cone = (): Shape =>
  join(
    surface(32, 1, (u, v) => {
      const [c, s] = [Math.cos(TURN * u), Math.sin(TURN * u)];
      return { p: [c * v, s * v, 0.5 - v], n: [c * 0.707, s * 0.707, 0.707] };
    }),
    disc(-0.5),
  );

export const capsule = (): Shape =>
  surface(32, 24, (u, v) => {
    const [s, c] = [Math.sin(Math.PI * v), Math.cos(Math.PI * v)];
    const n = [Math.cos(TURN * u) * s, Math.sin(TURN * u) * s, c];
    return { p: [n[0]!, n[1]!, n[2]! + (v < 0.5 ? 1 : -1)], n };
  });

export const hills = (): Shape =>
  surface(24, 24, (u, v) => {
    const height = (x: number, y: number): number => 0.12 * Math.sin(x * 9) * Math.cos(y * 7);
    const [x, y] = [u, 1 - v];
    const [dx, dy] = [0.12 * 9 * Math.cos(x * 9) * Math.cos(y * 7), -0.12 * 7 * Math.sin(x * 9) * Math.sin(y * 7)];
    const length = Math.hypot(dx, dy, 1);
    return { p: [x - 0.5, y - 0.5, height(x, y)], n: [-dx / length, -dy / length, 1 / length] };
  });

export function spiral(): Shape {
  const shape = empty('lines');
  for (let at = 0; at < 120; at += 1) {
    const angle = at / 8;
    shape.positions.push(0.2 * Math.cos(angle), 0.2 * Math.sin(angle), at / 160);
    shape.normals.push(0, 0, 1);
    shape.coordinates.push(0, 0);
    shape.colors.push(1, 0.4 + at / 240, 0.2);
    if (at > 0) shape.indices.push(at - 1, at);
  }
  return shape;
}

export function cloud(): Shape {
  const shape = empty('points');
  for (let at = 0; at < 400; at += 1) {
    const [a, b] = [at * 2.399963, Math.acos(1 - (2 * (at + 0.5)) / 400)];
    shape.positions.push(0.3 * Math.cos(a) * Math.sin(b), 0.3 * Math.sin(a) * Math.sin(b), 0.3 * Math.cos(b));
    shape.normals.push(0, 0, 1);
    shape.coordinates.push(0, 0);
    shape.colors.push(0.3, 0.7, 0.9);
  }
  return shape;
}

/** The blob of a shape, and its description. */
export function encode(shape: Shape): { readonly blob: Buffer; readonly description: object } {
  const { kind, positions, normals, coordinates, colors, indices } = shape;
  const floats = Float32Array.from([...positions, ...normals, ...coordinates, ...colors]);
  const blob = Buffer.concat([Buffer.from(floats.buffer), Buffer.from(Uint32Array.from(indices).buffer)]);
  const axis = (at: number): number[] => positions.filter((_, index) => index % 3 === at);
  const bounds = [Math.min, Math.max].map((pick) => [0, 1, 2].map((at) => pick(...axis(at))));
  const elements = kind === 'points' ? 0 : indices.length / (kind === 'lines' ? 2 : 3);
  return { blob, description: { kind, vertices: positions.length / 3, elements, bounds, bytes: blob.length, ...(colors.length > 0 ? { colors: true } : {}) } };
}
