// Writes each text of the page a second time, compressed: the server sends that to browsers that take it.

import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/\.(js|css|html)$/.test(file.fileName)) continue;
          const source = brotliCompressSync(file.type === 'chunk' ? file.code : file.source);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source });
        }
      },
    },
  };
}
