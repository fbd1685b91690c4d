// Colours that controllers print (ANSI escapes), as parts of text with a style. Other escapes are left out.

export interface StyledText {
  readonly text: string;
  /** 0 to 7 and 8 to 15 (bright), or null. */
  readonly color: number | null;
  /** The same for what is behind the letters. */
  readonly background: number | null;
  readonly bold: boolean;
  readonly underline: boolean;
}

// eslint-disable-next-line no-control-regex
const ESCAPE = /\u001b\[([\d;]*)([A-Za-z])|\u001b./g;

export function styledText(line: string): readonly StyledText[] {
  const parts: StyledText[] = [];
  let [color, background]: [number | null, number | null] = [null, null];
  let [bold, underline, inverse] = [false, false, false];
  let at = 0;
  const push = (end: number): void => {
    if (end <= at) return;
    // swapped colours that were not chosen are those of the page, which has names for neither
    const [front, behind] = inverse ? [background ?? 0, color ?? 7] : [color, background];
    parts.push({ text: line.slice(at, end), color: front, background: behind, bold, underline });
  };
  for (const found of line.matchAll(ESCAPE)) {
    push(found.index);
    at = found.index + found[0].length;
    if (found[2] !== 'm') continue;
    const codes = (found[1] || '0').split(';').map(Number);
    for (let index = 0; index < codes.length; index++) {
      const code = codes[index] ?? 0;
      if (code === 0) {
        [color, background] = [null, null];
        [bold, underline, inverse] = [false, false, false];
      } else if (code === 1) bold = true;
      else if (code === 4) underline = true;
      else if (code === 7) inverse = true;
      else if (code === 22) bold = false;
      else if (code === 24) underline = false;
      else if (code === 27) inverse = false;
      else if (code >= 30 && code <= 37) color = code - 30;
      else if (code >= 90 && code <= 97) color = code - 82;
      else if (code === 39) color = null;
      else if (code >= 40 && code <= 47) background = code - 40;
      else if (code >= 100 && code <= 107) background = code - 92;
      else if (code === 49) background = null;
      // one of 256 colours (5;N) or a colour by its parts (2;R;G;B): its numbers are no codes
      else if (code === 38 || code === 48) {
        const isIndexed = codes[index + 1] === 5;
        const chosen = isIndexed ? (codes[index + 2] ?? 0) : null;
        if (chosen !== null && chosen < 16) {
          if (code === 38) color = chosen;
          else background = chosen;
        }
        index += isIndexed ? 2 : 4;
      }
    }
  }
  push(line.length);
  return parts;
}
