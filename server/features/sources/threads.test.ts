import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { USUAL_LIMITS } from '../../import/limits.ts'
import type { ThreadSettings } from './thread.ts'
import { createSourceThreads } from './threads.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threads-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('ends a read that exceeds its time together with its thread, and starts another for the next read', async () => {
  const path = join(folder, 'prices')
  await writeFile(path, 'артикул;цена\nA1;100\n')
  const settings = (lookSeconds: number) =>
    ({ limits: { ...USUAL_LIMITS, lookSeconds } }) as unknown as ThreadSettings
  const hasty = createSourceThreads(settings(0))
  const patient = createSourceThreads(settings(60))
  const { signal } = new AbortController()
  try {
    for (let n = 1; n <= 3; n++)
      await expect(hasty.guess(path, {}, signal)).rejects.toThrow('не уложилось в 0 с')
    await expect(patient.guess(path, {}, signal)).resolves.toMatchObject({ format: 'csv' })
  } finally {
    await Promise.all([hasty.stop(), patient.stop()])
  }
})
