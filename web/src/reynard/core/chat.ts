// The chat: lines with their speakers, limited in number, and which lines are from this page, also after a reload.

import type { LogLine } from './protocol';

export type Speaker = 'robot' | 'you' | 'visitor';

export interface Line {
  readonly speaker: Speaker;
  readonly name: string;
  readonly text: string;
}

export const MOST_LINES = 200;
/** Longer lines are cut: a megabyte would block the page. */
export const LONGEST_LINE = 2000;

export class Chat {
  lines: readonly Line[] = [];

  /** `self` is what this page calls itself: words under this name are its own. */
  constructor(readonly self: string) {}

  /** Replaces all lines by the server's log. Robots are named; everyone else is a visitor. */
  load(log: readonly LogLine[], robots: readonly string[]): void {
    const known = new Set(robots);
    const line = ({ from, text, visitor }: LogLine): Line =>
      known.has(from) || from === 'reynard' ? { speaker: 'robot', name: from, text } : this.typed(text, visitor);
    this.lines = log.slice(-MOST_LINES).map((entry) => clipped(line(entry)));
  }

  heard(text: string, visitor: string | null): Line {
    return this.add(this.typed(text, visitor));
  }

  said(robot: string, text: string): Line {
    return this.add({ speaker: 'robot', name: robot, text });
  }

  private typed(text: string, visitor: string | null): Line {
    return visitor === this.self ? { speaker: 'you', name: 'You', text } : { speaker: 'visitor', name: 'Visitor', text };
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
