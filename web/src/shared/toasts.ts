// Short notices at the lower edge; on both pages.

import { make, need } from './dom';

const TIME = 5000;
const MOST = 3;

/** Words of a program as a sentence: a capital letter first, a full stop last. */
export function sentence(words: string): string {
  const text = words.trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) || text === '' ? '' : '.'}`;
}

export function notice(text: string): void {
  const toasts = need('toasts', HTMLDivElement);
  // The same words again only stay longer.
  for (const other of toasts.children) if (other.textContent === text) other.remove();
  const toast = make('p', {}, text);
  toasts.append(toast);
  while (toasts.childElementCount > MOST) toasts.firstElementChild?.remove();
  setTimeout(() => toast.remove(), TIME + text.length * 30);
}
