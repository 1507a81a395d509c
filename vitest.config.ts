import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** A hang's end, not a measure: property tests take their time where the machine is busy with others. */
const HANGS_MS = 60_000

const limits = {
  // No test leaves anything behind for the next file, and the server's code is loaded once for all.
  isolate: false,
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  expect: { poll: { timeout: HANGS_MS / 2 } },
}
const node = { ...limits, environment: 'node' as const, setupFiles: ['tests/support/no-console-error.ts'] }

export default defineConfig({
  test: {
    // One more than the cores, since tests also wait for processes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...node, name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { ...node, name: 'worker', include: ['sw/**/*.test.ts'] } },
      {
        test: {
          ...limits,
          name: 'app',
          environment: 'jsdom',
          // The builds that are tested have one; without it every page warns.
          env: { VITE_VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` },
          include: ['src/**/*.test.{ts,tsx}'],
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
            'tests/contract/**/*.test.ts',
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
