// Rotations: objects with x, y, z (axis) and a (angle in radians).
// Quaternions have w, x, y, z; matrices are objects with the keys 0 to 8, row
// by row.

import {assert, error, isAxisAngle, isMatrix3, isQuaternion, isVector3} from 'wbutility.js';

function check(name, position, valid, keys) {
  assert(valid, `wbrotation.${name}: argument ${position} must be an object with ${keys}.`);
}

const ROTATION = 'x, y, z and a';
const QUATERNION = 'w, x, y and z';
const MATRIX = 'the keys 0 to 8';
const VECTOR = 'x, y and z';

export function equal(p, q) {
  check('equal', 1, isAxisAngle(p), ROTATION);
  check('equal', 2, isAxisAngle(q), ROTATION);
  return p.x === q.x && p.y === q.y && p.z === q.z && p.a === q.a;
}

export function fromQuaternion(q) {
  check('fromQuaternion', 1, isQuaternion(q), QUATERNION);
  const angle = 2 * Math.acos(q.w);
  if (angle < 0.0001) return {a: 0, x: 0, y: 1, z: 0};
  const length = Math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  return {a: angle, x: q.x / length, y: q.y / length, z: q.z / length};
}

// The axis is left at twice the sine of the angle: that is what templates get.
export function fromMatrix3(m) {
  check('fromMatrix3', 1, isMatrix3(m), MATRIX);
  const cosine = 0.5 * (m[0] + m[4] + m[8] - 1);
  if (Math.abs(cosine) > 1) return {x: 1, y: 0, z: 0, a: 0};
  return {x: m[7] - m[5], y: m[2] - m[6], z: m[3] - m[1], a: Math.acos(cosine)};
}

// Normalises its argument in place.
export function toQuaternion(r) {
  check('toQuaternion', 1, isAxisAngle(r), ROTATION);
  normalize(r);
  const half = r.a * 0.5;
  const sine = Math.sin(half);
  return {w: Math.cos(half), x: r.x * sine, y: r.y * sine, z: r.z * sine};
}

export function toMatrix3(r) {
  check('toMatrix3', 1, isAxisAngle(r), ROTATION);
  const cosine = Math.cos(r.a), sine = Math.sin(r.a), rest = 1 - cosine;
  const xy = r.x * r.y * rest, xz = r.x * r.z * rest, yz = r.y * r.z * rest;
  return {
    0: r.x * r.x * rest + cosine, 1: xy - r.z * sine, 2: xz + r.y * sine,
    3: xy + r.z * sine, 4: r.y * r.y * rest + cosine, 5: yz - r.x * sine,
    6: xz - r.y * sine, 7: yz + r.x * sine, 8: r.z * r.z * rest + cosine
  };
}

export function isIdentity(r) {
  return r.a === 0;
}

// In place: axis of length one, angle between -pi and pi.
export function normalize(r) {
  check('normalize', 1, isAxisAngle(r), ROTATION);
  if (r.x === 0 && r.y === 0 && r.z === 0)
    error('wbrotation.normalize: an axis of length zero has no direction.');
  else {
    const inverse = 1 / Math.sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
    r.x *= inverse;
    r.y *= inverse;
    r.z *= inverse;
  }
  while (r.a < -Math.PI) r.a += 2 * Math.PI;
  while (r.a > Math.PI) r.a -= 2 * Math.PI;
  return r;
}

// Normalises both arguments in place.
export function combine(first, second) {
  check('combine', 1, isAxisAngle(first), ROTATION);
  check('combine', 2, isAxisAngle(second), ROTATION);
  const p = toQuaternion(first), q = toQuaternion(second);
  return fromQuaternion({
    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y: p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
    z: p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w
  });
}

export function rotateVector3ByMatrix3(m, v) {
  check('rotateVector3ByMatrix3', 1, isMatrix3(m), MATRIX);
  check('rotateVector3ByMatrix3', 2, isVector3(v), VECTOR);
  const row = first => m[first] * v.x + m[first + 1] * v.y + m[first + 2] * v.z;
  return {x: row(0), y: row(3), z: row(6)};
}

export function rotateVector3ByRotation(r, v) {
  check('rotateVector3ByRotation', 1, isAxisAngle(r), ROTATION);
  check('rotateVector3ByRotation', 2, isVector3(v), VECTOR);
  return rotateVector3ByMatrix3(toMatrix3(r), v);
}

export function rotateVector3ByQuaternion(q, v) {
  check('rotateVector3ByQuaternion', 1, isQuaternion(q), QUATERNION);
  check('rotateVector3ByQuaternion', 2, isVector3(v), VECTOR);
  return rotateVector3ByRotation(fromQuaternion(q), v);
}
