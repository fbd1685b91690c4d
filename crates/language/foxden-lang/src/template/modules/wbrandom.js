// A linear congruential generator with 24 bits of state. Every evaluation
// starts from state 0, so equal instances draw equal numbers.

import {assert, isScalar} from 'wbutility.js';

const PERIOD = 16777216;
let state = 0;

export function seed(value) {
  state = value;
}

function next() {
  state = (1140671485 * state + 12820163) % PERIOD;
  return state;
}

// Missing bounds: from `lowest` to the single given bound, or to `highest`.
function bounds(min, max, lowest, whole, name) {
  if (min === undefined) [min, max] = whole;
  else if (max === undefined) [min, max] = [lowest, min];
  assert(isScalar(min) && isScalar(max), `wbrandom.${name}: the bounds must be numbers.`);
  return [min, max];
}

export function real(min, max) {
  const [low, high] = bounds(min, max, 0, [0, 1], 'real');
  return low + next() * (high - low) / (PERIOD - 1);
}

export function integer(min, max) {
  const [low, high] = bounds(min, max, 1, [0, PERIOD - 1], 'integer');
  return low + next() % (1 + high - low);
}
