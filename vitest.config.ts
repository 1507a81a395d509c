import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const, setupFiles: ['tests/support/no-console-error.ts'] }

export default defineConfig({
  test: {
    isolate: false,
    projects: [
      { test: { ...node, name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { ...node, name: 'worker', include: ['sw/**/*.test.ts'] } },
      {
        test: {
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
            'tests/commands/**/*.test.ts',
            'tests/build/**/*.test.ts',
          ],
          isolate: true,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
