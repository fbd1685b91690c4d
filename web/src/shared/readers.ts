// Readers of values that came as JSON: each gives what it says, or throws.

/** Thrown by readers for what is not what it should be. */
export class Malformed extends Error {}

/** Reads a value; `what` names it in the error. */
export type Reader<T> = (value: unknown, what: string) => T;

export type Fields = Readonly<Record<string, unknown>>;

export const fields: Reader<Fields> = (value, what) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed(`${what} is no object`);
  }
  return value as Fields;
};

export const number: Reader<number> = (value, what) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Malformed(`${what} is no number`);
  return value;
};

export const text: Reader<string> = (value, what) => {
  if (typeof value !== 'string') throw new Malformed(`${what} is no text`);
  return value;
};

/** True only for true. */
export const flag: Reader<boolean> = (value) => value === true;

export const list =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (value, what) => {
    if (!Array.isArray(value)) throw new Malformed(`${what} is no list`);
    return value.map((one) => item(one, what));
  };

/** A list with one item for each reader. */
export const tuple =
  <T extends readonly unknown[]>(...items: { readonly [K in keyof T]: Reader<T[K]> }): Reader<T> =>
  (value, what) => {
    if (!Array.isArray(value) || value.length !== items.length) {
      throw new Malformed(`${what} needs ${items.length} items`);
    }
    return items.map((item, at) => item(value[at], what)) as unknown as T;
  };

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Null for what is missing. */
export const maybe =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, what) =>
    isMissing(value) ? null : read(value, what);

/** Something else for what is missing. */
export const otherwise =
  <T>(missing: T, read: Reader<T>): Reader<T> =>
  (value, what) =>
    isMissing(value) ? missing : read(value, what);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An object with these fields, which JSON names in snake case. */
export function record<T extends object>(readers: { readonly [K in keyof T]-?: Reader<T[K]> }): Reader<T> {
  const members = Object.entries<Reader<unknown>>(readers).map(([name, read]) => ({ name, key: snakeCase(name), read }));
  return (value, what) => {
    const from = fields(value, what);
    const read: Record<string, unknown> = {};
    for (const member of members) {
      read[member.name] = member.read(from[member.key], `${what}.${member.key}`);
    }
    return read as T;
  };
}

/** An object with these fields, named as in JSON. */
export function shape<T extends object>(readers: { readonly [K in keyof T]-?: Reader<T[K]> }): Reader<T> {
  const members = Object.entries<Reader<unknown>>(readers);
  return (value, what) => {
    const from = fields(value, what);
    const read: Record<string, unknown> = {};
    for (const [name, reader] of members) read[name] = reader(from[name], `${what}.${name}`);
    return read as T;
  };
}

/** An object whose names are data. */
export const table =
  <T>(item: Reader<T>): Reader<ReadonlyMap<string, T>> =>
  (value, what) =>
    new Map(Object.entries(fields(value, what)).map(([name, one]) => [name, item(one, `${what}.${name}`)]));

/** One of these words. */
export const oneOf =
  <T extends string>(...words: readonly T[]): Reader<T> =>
  (value, what) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new Malformed(`${what} is none of ${words.join(', ')}`);
    return found;
  };

/** The type that a reader gives. */
export type Read<R> = R extends Reader<infer T> ? T : never;
