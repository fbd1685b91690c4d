// Checks, messages and small conversions shared by the other modules.

export function error(message) {
  stderr.push(message);
}

export function info(message) {
  stdout.push(message);
}

// Reports a violated expectation and goes on.
export function assert(condition, message) {
  if (!condition) error(message);
}

export function deepCopy(value) {
  return JSON.parse(JSON.stringify(value));
}

export function degreesToRadians(degrees) {
  return degrees * Math.PI / 180;
}

export function radiansToDegrees(radians) {
  return radians * 180 / Math.PI;
}

const holds = Object.prototype.hasOwnProperty;

// `null` and `undefined` fail here as they do for any property access.
function hasKeys(value, keys) {
  if (value === null || value === undefined)
    throw new TypeError(`Cannot look for ${keys.join(', ')} in ${value}`);
  return keys.every(key => holds.call(value, key));
}

export function isScalar(value) {
  return typeof value === 'number';
}

export function isVector2(value) {
  return hasKeys(value, ['x', 'y']);
}

export function isVector3(value) {
  return hasKeys(value, ['x', 'y', 'z']);
}

export function isAxisAngle(value) {
  return hasKeys(value, ['x', 'y', 'z', 'a']);
}

export function isQuaternion(value) {
  return hasKeys(value, ['w', 'x', 'y', 'z']);
}

export function isMatrix3(value) {
  return hasKeys(value, ['0', '1', '2', '3', '4', '5', '6', '7', '8']);
}

export function isArrayOfPoints(array, dimension) {
  if (!Array.isArray(array)) return false;
  if (dimension !== 2 && dimension !== 3) {
    error('wbutility.isArrayOfPoints: the dimension must be 2 or 3.');
    return false;
  }
  return array.every(dimension === 2 ? isVector2 : isVector3);
}
