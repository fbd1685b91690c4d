// Short notices at the lower edge; on both pages.

import { make, need } from './dom';

const TIME = 5000;
const MOST = 3;

export function notice(text: string): void {
  const toasts = need('toasts', HTMLDivElement);
  // The same words again only stay longer.
  for (const other of toasts.children) if (other.textContent === text) other.remove();
  const toast = make('p', {}, text);
  toasts.append(toast);
  while (toasts.childElementCount > MOST) toasts.firstElementChild?.remove();
  setTimeout(() => toast.remove(), TIME + text.length * 30);
}
