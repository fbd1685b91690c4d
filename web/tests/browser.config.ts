import { defineConfig } from 'vitest/config';

// One server, one browser and one story at a time.
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As with the other tests of programs with a timing of their own (xtask/src/repetition.rs):
    // once more, and the report names the test.
    retry: 1,
  },
});
