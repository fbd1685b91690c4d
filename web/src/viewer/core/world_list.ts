// Worlds that the start page offers.

import { list, maybe, oneOf, otherwise, type Read, shape, text } from '../../shared/readers';

const entry = shape({
  file: text,
  title: otherwise('', text),
  kind: oneOf('bundled', 'recent'),
  picture: maybe(text),
});

export const readWorlds = shape({ worlds: list(entry), trouble: maybe(text) });
export type WorldEntry = Read<typeof entry>;
