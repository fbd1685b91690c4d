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

/** A sensor's reading: three digits that mean something. */
export function formatReading(value: number): string {
  if (value === 0) return '0';
  const digits = Math.min(Math.max(2 - Math.floor(Math.log10(Math.abs(value))), 0), 6);
  return fixed(value, digits);
}

/** A share of a whole, 0 when the whole is nothing. */
export const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(Math.max(part / whole, 0), 1) : 0;

export const formatPercent = (value: number): string => `${Math.round(value * 100)} %`;
