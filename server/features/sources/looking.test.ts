import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { USUAL_LIMITS } from '../../import/limits.ts'
import { createLooking } from './looking.ts'
import type { ThreadSettings } from './thread-data.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'looking-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a look that does not end in its time is ended with its thread, and the next one has another', async () => {
  const path = join(folder, 'prices')
  await writeFile(path, 'артикул;цена\nA1;100\n')
  const settings = (lookSeconds: number) =>
    ({ limits: { ...USUAL_LIMITS, lookSeconds } }) as unknown as ThreadSettings
  const hasty = createLooking(settings(0))
  const patient = createLooking(settings(60))
  const look = { kind: 'guess', path, hints: {} } as const
  const { signal } = new AbortController()
  try {
    for (let n = 1; n <= 3; n++) await expect(hasty.look(look, signal)).rejects.toThrow('не уложилось в 0 с')
    await expect(patient.look(look, signal)).resolves.toMatchObject({ format: 'csv' })
  } finally {
    await Promise.all([hasty.stop(), patient.stop()])
  }
})
