import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** A hang's end, not a measure: property tests take their time where the machine is busy with others. */
const HANGS_MS = 60_000

const limits = { testTimeout: HANGS_MS, hookTimeout: HANGS_MS, expect: { poll: { timeout: HANGS_MS / 2 } } }
const node = { ...limits, environment: 'node' as const, setupFiles: ['tests/support/no-console-error.ts'] }

export default defineConfig({
  test: {
    isolate: false,
    // Vitest leaves one core free, for watching; here much of the time is waiting for processes.
    maxWorkers: availableParallelism(),
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
          include: [
            'server/**/*.test.ts',
            'tests/contract/**/*.test.ts',
            'tests/attack/**/*.test.ts',
            'tests/commands/**/*.test.ts',
            'tests/build/**/*.test.ts',
            'tests/docs/**/*.test.ts',
          ],
          isolate: true,
        },
      },
    ],
  },
})
