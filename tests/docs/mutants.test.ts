import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('every deliberate fault of npm run mutants has its text in the sources, once, and its tests', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/mutants.mjs', '--check'], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^\d+ faults, each with its text and its tests\n$/)
  expect(status).toBe(0)
})
