// Colours that controllers print (ANSI escapes), as parts of text with a style. Other escapes are left out.

export interface StyledText {
  readonly text: string;
  /** 0 to 7 and 8 to 15 (bright), or null. */
  readonly color: number | null;
  readonly bold: boolean;
  readonly underline: boolean;
}

// eslint-disable-next-line no-control-regex
const ESCAPE = /\u001b\[([\d;]*)([A-Za-z])|\u001b./g;

export function styledText(line: string): readonly StyledText[] {
  const parts: StyledText[] = [];
  let [color, bold, underline]: [number | null, boolean, boolean] = [null, false, false];
  let at = 0;
  const push = (end: number): void => {
    if (end > at) parts.push({ text: line.slice(at, end), color, bold, underline });
  };
  for (const found of line.matchAll(ESCAPE)) {
    push(found.index);
    at = found.index + found[0].length;
    if (found[2] !== 'm') continue;
    for (const code of (found[1] || '0').split(';').map(Number)) {
      if (code === 0) [color, bold, underline] = [null, false, false];
      else if (code === 1) bold = true;
      else if (code === 4) underline = true;
      else if (code === 22) bold = false;
      else if (code === 24) underline = false;
      else if (code >= 30 && code <= 37) color = code - 30;
      else if (code >= 90 && code <= 97) color = code - 82;
      else if (code === 39) color = null;
    }
  }
  push(line.length);
  return parts;
}
