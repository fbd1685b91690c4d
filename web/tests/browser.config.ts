import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { Reporter, TestCase } from 'vitest/node';

/** Names tests that passed only when they ran again, in the words of xtask/src/repetition.rs. */
const unreliable: Reporter = {
  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return;
    const reasons = (test.result().errors ?? []).map(({ message, stacks }) => `${message} ${stacks?.map(({ line }) => `(line ${line})`).at(-1) ?? ''}`);
    console.log(`NOT RELIABLE: ${test.module.relativeModuleId}, ${test.fullName}: ${reasons.join('; ')}`);
  },
};

// One story at a time in each browser. A second browser uses what the first one leaves of two processors while it
// waits; more browsers would only draw more slowly, because each draws without a GPU.
const browsers = Math.min(2, availableParallelism());

export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    fileParallelism: browsers > 1,
    maxWorkers: browsers,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As with the other tests of programs with a timing of their own: once more, and the report names the test.
    retry: 1,
    reporters: ['default', unreliable],
  },
});
