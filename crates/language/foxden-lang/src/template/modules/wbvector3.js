// Vectors of space: objects with x, y and z.

import {assert, error, isScalar, isVector3} from 'wbutility.js';

function check(name, ...vectors) {
  vectors.forEach((vector, index) => assert(isVector3(vector),
    `wbvector3.${name}: argument ${index + 1} must be an object with x, y and z.`));
}

export function equal(a, b) {
  check('equal', a, b);
  return a.x === b.x && a.y === b.y && a.z === b.z;
}

export function add(a, b) {
  check('add', a, b);
  return {x: a.x + b.x, y: a.y + b.y, z: a.z + b.z};
}

export function minus(a, b) {
  check('minus', a, b);
  return {x: a.x - b.x, y: a.y - b.y, z: a.z - b.z};
}

export function multiply(v, factor) {
  check('multiply', v);
  assert(isScalar(factor), 'wbvector3.multiply: argument 2 must be a number.');
  return {x: factor * v.x, y: factor * v.y, z: factor * v.z};
}

export function norm(v) {
  check('norm', v);
  return Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

export function distance(a, b) {
  check('distance', a, b);
  return norm({x: a.x - b.x, y: a.y - b.y, z: a.z - b.z});
}

export function cross(a, b) {
  check('cross', a, b);
  return {
    x: a.y * b.z - a.z * b.y,
    y: a.z * b.x - a.x * b.z,
    z: a.x * b.y - a.y * b.x
  };
}

export function dot(a, b) {
  check('dot', a, b);
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function normalize(v) {
  check('normalize', v);
  const length = norm(v);
  if (length === 0) {
    error('wbvector3.normalize: a vector of length zero has no direction.');
    return null;
  }
  return {x: v.x / length, y: v.y / length, z: v.z / length};
}
