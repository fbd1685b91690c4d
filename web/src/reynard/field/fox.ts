// Reynard's body: a fox on two wheels, seen from the side, looking along +x.
// Shapes are in millimetres from his reference point on the wheel axle, y up.

import { brightness, css, darker, lighter } from '../core/color';
import type { Vec3 } from '../core/protocol';
import type { Palette } from './palette';
import type { Bounds } from './sprites';

export const WHEELS = [-99, 75.5] as const;
export const WHEEL_RADIUS = 39;
export const EYE = [140, 74] as const;
export const BODY_BOUNDS: Bounds = { left: -245, right: 220, bottom: -10, top: 190 };
export const WHEEL_BOUNDS: Bounds = { left: -42, right: 42, bottom: -42, top: 42 };

const TAIL = new Path2D(
  'M -112 34 C -150 14 -208 22 -226 68 C -240 106 -226 146 -204 166 C -200 142 -190 130 -170 120 C -142 106 -118 92 -108 72 Z',
);
const TAIL_TIP = new Path2D(
  'M -231 92 C -236 122 -222 150 -204 166 C -200 142 -190 130 -172 121 C -184 116 -188 108 -200 110 C -208 104 -214 92 -231 92 Z',
);
const BODY = new Path2D(
  'M -128 14 C -146 44 -140 92 -104 104 C -84 111 -66 110 -46 110 L 44 110 C 84 110 118 104 130 76 C 138 54 132 26 116 14 Z',
);
const BELLY = new Path2D('M -116 14 C -104 36 -70 42 -10 42 C 46 42 96 40 112 14 Z');
const TURRET = new Path2D('M -60 106 C -52 118 -46 150 -38 166 C -30 186 30 186 38 166 C 46 150 52 118 60 106 Z');
const EAR_FAR = new Path2D('M 116 108 C 120 128 128 146 140 158 C 148 142 152 124 150 104 Z');
const EAR = new Path2D('M 74 98 C 74 124 80 148 90 162 C 104 152 118 132 124 108 Z');
const EAR_INSIDE = new Path2D('M 84 104 C 84 122 87 136 92 146 C 101 138 109 124 113 108 Z');
const HEAD = new Path2D(
  'M 70 84 C 74 108 104 122 134 114 C 152 109 164 94 172 78 C 182 66 196 62 204 54 C 208 48 204 41 196 39 C 180 36 168 26 148 20 C 126 14 108 20 96 28 C 90 24 78 22 66 26 C 72 34 72 40 68 46 C 60 46 54 50 50 56 C 60 60 66 70 70 84 Z',
);
const CHEEK = new Path2D(
  'M 204 54 C 190 56 176 58 166 56 C 150 52 146 44 132 46 C 112 48 100 60 84 62 C 70 62 60 58 50 56 C 54 50 60 46 68 46 C 72 40 72 34 66 26 C 78 22 90 24 96 28 C 108 20 126 14 148 20 C 168 26 180 36 196 39 C 204 41 208 48 204 54 Z',
);
const NOSE = new Path2D('M 193 57 C 199 64 210 60 211 53 C 211 46 204 43 199 46 C 194 48 191 52 193 57 Z');
const MOUTH = new Path2D('M 194 42 C 184 36 174 36 164 40');

export type Mood = 'awake' | 'happy' | 'asleep';

function paint(context: CanvasRenderingContext2D, shape: Path2D, fill: string | CanvasGradient, outline?: string): void {
  context.fillStyle = fill;
  context.fill(shape);
  if (outline) {
    context.strokeStyle = outline;
    context.stroke(shape);
  }
}

/** All that does not move, with the context in millimetres, y up. */
export function drawBody(context: CanvasRenderingContext2D, color: Vec3, palette: Palette): void {
  const light = lighter(color, 0.12);
  const shade = darker(color, 0.22);
  const outline = palette.outline;
  const fur = context.createLinearGradient(0, 170, 0, 10);
  fur.addColorStop(0, css(light));
  fur.addColorStop(0.55, css(color));
  fur.addColorStop(1, css(shade));
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.lineWidth = 4;

  paint(context, TAIL, fur, outline);
  paint(context, TAIL_TIP, palette.cream, outline);
  paint(context, EAR_FAR, css(darker(color, 0.35)), outline);
  paint(context, TURRET, css(darker(color, 0.12)), outline);
  paint(context, BODY, fur, outline);
  paint(context, BELLY, palette.cream);
  context.strokeStyle = outline;
  context.stroke(BODY);
  seams(context, color);
  paint(context, EAR, fur, outline);
  paint(context, EAR_INSIDE, css(darker(color, 0.55)));
  paint(context, HEAD, fur);
  paint(context, CHEEK, palette.cream);
  context.strokeStyle = outline;
  context.stroke(HEAD);
  paint(context, NOSE, '#241a15');
  context.lineWidth = 3;
  context.strokeStyle = '#241a15';
  context.stroke(MOUTH);
}

/** Details of a robot: panel line, rivets and a hatch. */
function seams(context: CanvasRenderingContext2D, color: Vec3): void {
  const line = css(brightness(color) < 0.2 ? lighter(color, 0.3) : darker(color, 0.3), 0.7);
  context.strokeStyle = line;
  context.lineWidth = 2.5;
  context.beginPath();
  context.moveTo(-118, 60);
  context.lineTo(42, 60);
  context.moveTo(-78, 60);
  context.lineTo(-78, 100);
  context.stroke();
  context.fillStyle = line;
  for (const [x, y] of [[-104, 74], [-92, 74], [-62, 92], [-62, 74], [30, 74], [-8, 74]] as const) {
    context.beginPath();
    context.arc(x, y, 3, 0, 2 * Math.PI);
    context.fill();
  }
}

/** The eye: it blinks, closes without energy, and smiles at the charger. */
export function drawEye(context: CanvasRenderingContext2D, mood: Mood, blink: boolean): void {
  const [x, y] = EYE;
  context.lineCap = 'round';
  context.strokeStyle = '#241a15';
  context.lineWidth = 4.5;
  if (mood === 'awake' && !blink) {
    context.fillStyle = '#241a15';
    context.beginPath();
    context.ellipse(x, y, 9.5, 12, 0, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = '#ffffff';
    context.beginPath();
    context.arc(x + 3, y + 4.5, 3.6, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  context.beginPath();
  // y points up: an arc above is a smile of the eye, one below is sleep.
  if (mood === 'happy') context.arc(x, y - 6, 11, Math.PI * 0.15, Math.PI * 0.85);
  else context.arc(x, y + 7, 11, Math.PI * 1.15, Math.PI * 1.85);
  context.stroke();
}

/** A wheel; it is turned as it rolls. */
export function drawWheel(context: CanvasRenderingContext2D, palette: Palette): void {
  context.fillStyle = palette.sock;
  context.strokeStyle = palette.outline;
  context.lineWidth = 4;
  context.beginPath();
  context.arc(0, 0, WHEEL_RADIUS - 2, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.fillStyle = palette.cream;
  context.beginPath();
  context.arc(0, 0, 19, 0, 2 * Math.PI);
  context.fill();
  // A paw print for a hub: one sees how it turns.
  context.fillStyle = palette.sock;
  context.beginPath();
  context.ellipse(0, -4, 8, 6.5, 0, 0, 2 * Math.PI);
  context.fill();
  for (const [x, y] of [[-9, 4], [-3.2, 9.5], [3.2, 9.5], [9, 4]] as const) {
    context.beginPath();
    context.arc(x, y, 3, 0, 2 * Math.PI);
    context.fill();
  }
}
