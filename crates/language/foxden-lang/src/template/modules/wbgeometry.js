// Polygons and curves made of points: objects with x, y and, in space, z.

import {assert, isArrayOfPoints, isScalar, isVector2} from 'wbutility.js';
import * as plane from 'wbvector2.js';
import * as space from 'wbvector3.js';

function check(name, valid, expected) {
  assert(valid, `wbgeometry.${name}: ${expected}.`);
}

// `divisions` + 1 points: the first is repeated at the end.
export function circle(radius, divisions, center, shift) {
  check('circle', isScalar(radius) && radius > 0, 'the radius must be a positive number');
  check('circle', isScalar(divisions) && divisions > 0, 'the divisions must be a positive number');
  check('circle', isVector2(center), 'the center must be an object with x and y');
  check('circle', isScalar(shift), 'the shift must be a number');
  const step = 2 * Math.PI / divisions;
  const points = [];
  for (let i = 0; i <= divisions; ++i) {
    const angle = i * step + shift;
    points.push({x: radius * Math.cos(angle) + center.x, y: radius * Math.sin(angle) + center.y});
  }
  return points;
}

// Counts the edges that a ray from the point towards +x crosses.
export function isPoint2InPolygon(point, polygon) {
  check('isPoint2InPolygon', isVector2(point), 'argument 1 must be an object with x and y');
  check('isPoint2InPolygon', isArrayOfPoints(polygon, 2), 'argument 2 must be an array of such objects');
  const count = polygon.length;
  if (count < 3) return false;
  let inside = false;
  let crossing = 0;
  for (let i = 0; i < count; ++i) {
    const a = polygon[i], b = polygon[(i + 1) % count];
    const beside = point.y > Math.min(a.y, b.y) && point.y <= Math.max(a.y, b.y) && point.x <= Math.max(a.x, b.x);
    if (!beside) continue;
    if (a.y !== b.y) crossing = (point.y - a.y) * (b.x - a.x) / (b.y - a.y) + a.x;
    if (a.x === b.x || point.x <= crossing) inside = !inside;
  }
  return inside;
}

// The reference itself if there is no point.
export function findClosestPoint2InArray(reference, points) {
  check('findClosestPoint2InArray', isVector2(reference), 'argument 1 must be an object with x and y');
  check('findClosestPoint2InArray', isArrayOfPoints(points, 2), 'argument 2 must be an array of such objects');
  let closest = reference;
  let shortest = Infinity;
  for (const point of points) {
    const distance = plane.distance(reference, point);
    if (distance < shortest) {
      shortest = distance;
      closest = point;
    }
  }
  return closest;
}

// By the sign of the enclosed area.
export function isPoint2ArrayClockwise(points) {
  check('isPoint2ArrayClockwise', isArrayOfPoints(points, 2), 'argument 1 must be an array of objects with x and y');
  const edge = (a, b) => (b.x - a.x) * (b.y + a.y);
  let sum = 0;
  for (let i = 0; i + 1 < points.length; ++i) sum += edge(points[i], points[i + 1]);
  sum += edge(points[points.length - 1], points[0]);
  return sum < 0;
}

// Coefficients of the cubic through four neighbouring values.
function cubic(a, b, c, d) {
  return [
    (-a + 3 * b - 3 * c + d) / 6,
    (3 * a - 6 * b + 3 * c) / 6,
    (-3 * a + 3 * c) / 6,
    (a + 4 * b + c) / 6
  ];
}

function valueAt([k0, k1, k2, k3], t) {
  return (k2 + t * (k1 + t * k0)) * t + k3;
}

// Lengthens `points` in place by two straight steps at either end, then
// follows the curve from the segment `first` on.
function spline(points, subdivision, {add, minus}, axes, first) {
  const count = points.length;
  const beyond = (end, before) => add(end, minus(end, before));
  points.push(beyond(points[count - 1], points[count - 2]));
  points.push(beyond(points[count], points[count - 1]));
  points.unshift(beyond(points[0], points[1]));
  points.unshift(beyond(points[0], points[1]));
  const curve = [points[2]];
  for (let i = first; i <= count; ++i) {
    const cubics = axes.map(axis =>
      cubic(points[i - 1][axis], points[i][axis], points[i + 1][axis], points[i + 2][axis]));
    for (let j = 1; j <= subdivision; ++j) {
      const point = {};
      axes.forEach((axis, index) => { point[axis] = valueAt(cubics[index], j / subdivision); });
      curve.push(point);
    }
  }
  return curve;
}

export function bSpline2(points, subdivision) {
  check('bSpline2', isArrayOfPoints(points, 2), 'argument 1 must be an array of objects with x and y');
  check('bSpline2', isScalar(subdivision), 'argument 2 must be a number');
  return spline(points, subdivision, plane, ['x', 'y'], 1);
}

export function bSpline3(points, subdivision) {
  check('bSpline3', isArrayOfPoints(points, 3), 'argument 1 must be an array of objects with x, y and z');
  check('bSpline3', isScalar(subdivision), 'argument 2 must be a number');
  return spline(points, subdivision, space, ['x', 'y', 'z'], 2);
}
