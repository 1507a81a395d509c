import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('the text of every deliberate fault of npm run mutants occurs once in the sources, and its tests exist', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/mutants.mjs', '--check'], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^\d+ faults, each with its text and its tests\n$/)
  expect(status).toBe(0)
})
