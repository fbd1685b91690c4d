// Puts the licences of what the page carries with it beside it.

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const CARRIED = ['three', 'uplot', '@fontsource-variable/nunito'] as const;

export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const texts = CARRIED.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') });
    },
  };
}
