// The talk: who said what, bounded, and which words were ours.

import type { LogLine } from './protocol';

export type Speaker = 'robot' | 'you' | 'visitor';

export interface Line {
  readonly speaker: Speaker;
  readonly name: string;
  readonly text: string;
}

export const MOST_LINES = 200;
/** Nobody reads a longer line, and a megabyte of it would stall the page. */
export const LONGEST_LINE = 2000;
const MOST_PENDING = 20;

export class Talk {
  lines: readonly Line[] = [];
  /** Sent, not yet come back. */
  private readonly pending: string[] = [];

  /** Begins anew with the server's log. Robots are named; everyone else is a visitor. */
  load(log: readonly LogLine[], robots: readonly string[]): void {
    const known = new Set(robots);
    const line = ({ from, text }: LogLine): Line =>
      known.has(from) || from === 'reynard' ? { speaker: 'robot', name: from, text } : { speaker: 'visitor', name: 'Visitor', text };
    this.pending.length = 0;
    this.lines = log.slice(-MOST_LINES).map((entry) => clipped(line(entry)));
  }

  sent(text: string): void {
    this.pending.push(text);
    if (this.pending.length > MOST_PENDING) this.pending.shift();
  }

  /** The server refused something: what we wait for may never come. */
  forget(): void {
    this.pending.length = 0;
  }

  heard(text: string): Line {
    const own = this.pending.indexOf(text);
    if (own >= 0) this.pending.splice(own, 1);
    return this.add(own >= 0 ? { speaker: 'you', name: 'You', text } : { speaker: 'visitor', name: 'Visitor', text });
  }

  said(robot: string, text: string): Line {
    return this.add({ speaker: 'robot', name: robot, text });
  }

  private add(line: Line): Line {
    const short = clipped(line);
    this.lines = [...this.lines.slice(-(MOST_LINES - 1)), short];
    return short;
  }
}

function clipped(line: Line): Line {
  return line.text.length > LONGEST_LINE ? { ...line, text: `${line.text.slice(0, LONGEST_LINE)}…` } : line;
}

/** `reynard` → `Reynard`, `reynard_2` → `Reynard 2`. */
export const displayName = (name: string): string =>
  name.replace(/_/g, ' ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** How long a bubble stays, in milliseconds: time to read it. */
export const bubbleTime = (text: string): number => Math.min(4000 + text.length * 60, 15000);
