// Numbers as people read them. Interfaces differ: Robot Raconteur uses metres and
// radians, REST and the ASCII socket millimetres and degrees.

export type Units = 'si' | 'classic';

const DEGREES = 180 / Math.PI;

/** A true minus sign, and never "-0". */
export function fixed(value: number, digits: number): string {
  const shown = Math.abs(value).toFixed(digits);
  return value < 0 && Number(shown) !== 0 ? `\u2212${shown}` : shown;
}

export const lengthUnit = (units: Units): string => (units === 'si' ? 'm' : 'mm');
export const angleUnit = (units: Units): string => (units === 'si' ? 'rad' : '°');

export const lengthIn = (metres: number, units: Units): number => (units === 'si' ? metres : metres * 1000);
export const angleIn = (radians: number, units: Units): number => (units === 'si' ? radians : radians * DEGREES);

export function formatLength(metres: number, units: Units): string {
  return units === 'si' ? `${fixed(metres, 3)} m` : `${fixed(metres * 1000, 0)} mm`;
}

export function formatAngle(radians: number, units: Units): string {
  return units === 'si' ? `${fixed(radians, 3)} rad` : `${fixed(radians * DEGREES, 1)}°`;
}

export function formatEnergy(joules: number): string {
  const size = Math.abs(joules);
  if (size >= 1e6) return `${fixed(joules / 1e6, 2)} MJ`;
  if (size >= 1e4) return `${fixed(joules / 1e3, 1)} kJ`;
  return `${fixed(joules, size >= 100 ? 0 : 1)} J`;
}

/** Simulation time as a clock: `0:07.3`, `12:34.5`, `1:02:03.4`. */
export function formatTime(seconds: number): string {
  const tenths = Math.floor(Math.max(seconds, 0) * 10 + 1e-6);
  const whole = Math.floor(tenths / 10);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const head = hours > 0 ? `${hours}:${pad(minutes)}` : String(minutes);
  return `${head}:${pad(whole % 60)}.${tenths % 10}`;
}

/** Smaller than this is rounding of the simulation. */
const NOTHING = 1e-7;
/** Smaller than this has an exponent: six zeros say nothing. */
const SMALL = 1e-4;

/** A sensor's reading: three digits that mean something. */
export function formatReading(value: number): string {
  const size = Math.abs(value);
  if (size < NOTHING) return '0';
  if (size < SMALL) return value.toExponential(2).replaceAll('-', '\u2212');
  return fixed(value, digitsOf(size));
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi;
/** Numbers smaller than this share of the largest number beside them are rounding. */
const ROUNDING = 1e-6;

/** Numbers of a world file, short: four digits after the point, or three that mean something; rounding is zero. */
export function shortNumbers(text: string): string {
  const largest = Math.max(...(text.match(NUMBER) ?? []).map((number) => Math.abs(Number(number))));
  return text.replace(NUMBER, (number) => {
    const value = Number(number);
    const size = Math.abs(value);
    if (number.length <= 8 || !Number.isFinite(value)) return number;
    return String(size < largest * ROUNDING ? 0 : Number(size < 0.01 ? value.toPrecision(3) : value.toFixed(4)));
  });
}

/** A vector that is shorter than this is shown as zero, in metres, metres per second and the like. */
const SHORT = 1e-4;

/** A place, speed or force of something that moves; what trembles by the rounding of contacts is at rest. */
export const formatMotion = (value: number): string => formatReading(Math.abs(value) < SHORT ? 0 : value);
/** More digits after the point than this make a vector too long to be read. */
const MOST_DIGITS = 4;

/** The parts of a vector, each with the digits that mean something in the largest one. */
export function formatParts(parts: readonly number[]): readonly string[] {
  const size = Math.max(...parts.map((part) => (Number.isFinite(part) ? Math.abs(part) : 0)), 0);
  return parts.map((part) => {
    const shown = fixed(part, size < SHORT ? 0 : Math.min(digitsOf(size), MOST_DIGITS));
    return Number(shown) === 0 ? '0' : shown;
  });
}

const digitsOf = (size: number): number => Math.min(Math.max(2 - Math.floor(Math.log10(size)), 0), 6);

/** Numbers beside the lines of an axis: as many digits as tell them apart. */
export function formatTicks(ticks: readonly number[]): readonly string[] {
  const step = Math.min(...ticks.slice(1).map((tick, at) => Math.abs(tick - (ticks[at] ?? 0))));
  if (!(step > 0 && Number.isFinite(step))) return ticks.map(formatReading);
  const most = Math.max(...ticks.map(Math.abs));
  if (most >= 1e6 || most < 1e-3) return ticks.map((tick) => (Math.abs(tick) < step / 2 ? '0' : tick.toExponential(Math.min(Math.max(Math.ceil(Math.log10(Math.abs(tick) / step) + 1e-9), 0), 6)).replaceAll('-', '\u2212').replace('e+', 'e')));
  const digits = Math.min(Math.max(Math.ceil(-Math.log10(step) - 1e-9), 0), 9);
  return ticks.map((tick) => fixed(tick, digits));
}

/** A share of a whole, 0 when the whole is nothing. */
export const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(Math.max(part / whole, 0), 1) : 0;

export const formatPercent = (value: number): string => `${Math.round(value * 100)} %`;
