// Values of elements as a page uses them.

import type { Content, Element } from './message';

/** One number is a number, several are a list; structures and maps are objects. */
export type Value = null | number | string | readonly Value[] | { readonly [name: string]: Value };

const LIST = 108;
const NAMED_ARRAY = 115;

export function valueOf({ content }: Element): Value {
  switch (content.kind) {
    case 'nothing':
      return null;
    case 'text':
      return content.text;
    case 'numbers':
      return content.numbers.length === 1 ? (content.numbers[0] ?? null) : content.numbers;
    case 'children':
      if (content.code === LIST) return content.children.map(valueOf);
      // all of them are one array of numbers
      if (content.code === NAMED_ARRAY) return content.children[0] ? valueOf(content.children[0]) : null;
      return Object.fromEntries(content.children.map((child) => [child.name, valueOf(child)]));
  }
}

const numbers = (code: number, ...values: number[]): Content => ({ kind: 'numbers', code, numbers: values });

/** Contents for properties and arguments, by the types of definitions. */
export const double = (...values: number[]): Content => numbers(1, ...values);
export const int32 = (...values: number[]): Content => numbers(7, ...values);
export const uint32 = (...values: number[]): Content => numbers(8, ...values);
export const bool = (value: boolean): Content => numbers(14, Number(value));
export const text = (value: string): Content => ({ kind: 'text', text: value });
