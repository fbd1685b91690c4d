// Vectors of the plane: objects with x and y.

import {assert, error, isScalar, isVector2} from 'wbutility.js';

function check(name, ...vectors) {
  vectors.forEach((vector, index) => assert(isVector2(vector),
    `wbvector2.${name}: argument ${index + 1} must be an object with x and y.`));
}

export function equal(a, b) {
  check('equal', a, b);
  return a.x === b.x && a.y === b.y;
}

export function add(a, b) {
  check('add', a, b);
  return {x: a.x + b.x, y: a.y + b.y};
}

export function minus(a, b) {
  check('minus', a, b);
  return {x: a.x - b.x, y: a.y - b.y};
}

export function multiply(v, factor) {
  check('multiply', v);
  assert(isScalar(factor), 'wbvector2.multiply: argument 2 must be a number.');
  return {x: factor * v.x, y: factor * v.y};
}

export function norm(v) {
  check('norm', v);
  return Math.sqrt(v.x * v.x + v.y * v.y);
}

export function distance(a, b) {
  check('distance', a, b);
  return norm({x: a.x - b.x, y: a.y - b.y});
}

// Direction of the line from b to a.
export function angle(a, b) {
  check('angle', a, b);
  return Math.atan2(a.y - b.y, a.x - b.x);
}

export function cross(a, b) {
  check('cross', a, b);
  return a.x * b.y - a.y * b.x;
}

export function dot(a, b) {
  check('dot', a, b);
  return a.x * b.x + a.y * b.y;
}

export function normalize(v) {
  check('normalize', v);
  const length = norm(v);
  if (length === 0) {
    error('wbvector2.normalize: a vector of length zero has no direction.');
    return null;
  }
  return {x: v.x / length, y: v.y / length};
}

// Crossing of two lines as slope and offset over the given axis.
function crossing(p1, p2, p3, p4, along, across) {
  const slope = (p, q) => (p[across] - q[across]) / (p[along] - q[along]);
  const first = slope(p1, p2), second = slope(p3, p4);
  if (first === second) return null;
  const firstOffset = p1[across] - first * p1[along];
  const secondOffset = p3[across] - second * p3[along];
  const at = (secondOffset - firstOffset) / (first - second);
  return {[along]: at, [across]: second * at + secondOffset};
}

// Where the segments p1-p2 and p3-p4 meet, or null. Only the range of x is
// compared, so nearly upright segments may meet beyond their ends.
export function intersection(p1, p2, p3, p4) {
  check('intersection', p1, p2, p3, p4);
  if (Math.max(p1.x, p2.x) < Math.min(p3.x, p4.x)) return null;
  const same = (a, b) => a.x === b.x && a.y === b.y;
  if (same(p1, p2) || same(p3, p4)) return null;
  const upright = p1.x === p2.x, otherUpright = p3.x === p4.x;
  if ((upright && otherUpright) || (p1.y === p2.y && p3.y === p4.y)) return null;
  const found = upright || otherUpright ? crossing(p1, p2, p3, p4, 'y', 'x') : crossing(p1, p2, p3, p4, 'x', 'y');
  if (found === null) return null;
  const low = Math.max(Math.min(p1.x, p2.x), Math.min(p3.x, p4.x));
  const high = Math.min(Math.max(p1.x, p2.x), Math.max(p3.x, p4.x));
  return found.x < low || found.x > high ? null : {x: found.x, y: found.y};
}
