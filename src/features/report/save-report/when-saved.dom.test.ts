// Specification 8.12

import { expect, it } from 'vitest'
import { savedEntry, savedWorker } from '../../../../tests/support/saved-worker.ts'
import { whenSaved } from './save-all-pages.ts'

const REQUEST = 'GET /api/analytics/allTyres?page=1'
const NOW = 1_000

it('resolves at once if the answer is already saved', async () => {
  const entry = savedEntry(REQUEST, { savedAt: NOW })
  savedWorker({ entries: [entry] })
  expect(await whenSaved(REQUEST, NOW)).toEqual(entry)
})

it('waits for the new answer if there is only an older one', async () => {
  const worker = savedWorker({ entries: [savedEntry(REQUEST, { savedAt: NOW - 1, size: 1 })] })
  const waiting = whenSaved(REQUEST, NOW)
  worker.state.entries = [savedEntry(REQUEST, { savedAt: NOW, size: 2 })]
  await worker.tell({ type: 'saved-changed' })
  expect((await waiting)?.size).toBe(2)
})

it('gives up if the worker could not save it', async () => {
  const worker = savedWorker()
  const waiting = whenSaved(REQUEST, NOW)
  await worker.tell({ type: 'store-problem', problem: 'quota' })
  expect(await waiting).toBeNull()
})

it('gives up after a time limit', async () => {
  savedWorker()
  expect(await whenSaved(REQUEST, NOW, 1)).toBeNull()
})
