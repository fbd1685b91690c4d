// Files for the visitor's disk.

import { make } from '../../shared/dom';

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = make('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
