import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SLOWNESS } from './tests/support/slowness.ts'

/** Ends what hangs. No measure: property tests take their time on a busy machine. */
const HANGS_MS = 90_000 * SLOWNESS

const limits = {
  // Tests leave nothing behind for the next file, so each worker loads the modules once.
  isolate: false,
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  expect: { poll: { timeout: HANGS_MS / 2 } },
}
/** The tested builds have a key; without it every page warns. */
const env = { VITE_VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` }
/** Tests of plain modules of the page that need a document. */
const DOM_TESTS = 'src/**/*.dom.test.ts'
const node = { ...limits, environment: 'node' as const, setupFiles: ['tests/support/no-console-error.ts'] }

export default defineConfig({
  test: {
    // One more than there are cores, since tests also wait for processes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...node, name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { ...node, name: 'worker', include: ['sw/**/*.test.ts'] } },
      // A document takes longer than most tests of plain modules.
      { test: { ...node, name: 'app logic', env, include: ['src/**/*.test.ts'], exclude: [DOM_TESTS] } },
      {
        test: {
          ...limits,
          name: 'app',
          environment: 'jsdom',
          env,
          include: ['src/**/*.test.tsx', DOM_TESTS],
          setupFiles: ['tests/support/no-console-error.ts', 'tests/support/dom.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          globalSetup: ['tests/support/database-templates.ts'],
          include: [
            'server/**/*.test.ts',
            'tests/attack/**/*.test.ts',
            'tests/commands/**/*.test.ts',
            'tests/build/**/*.test.ts',
            'tests/docs/**/*.test.ts',
          ],
        },
      },
    ],
  },
})
