// Specification 15.4

import { expect, it } from 'vitest'
import { requestKey } from '../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { newestOf } from './tyre-queries.ts'

const entry = (address: string, savedAt: number): SavedEntry => {
  const { pathname, searchParams } = new URL(address, 'http://device')
  const request = requestKey('GET', pathname, searchParams)
  return { request, kind: 'card', route: '', size: 1, savedAt, viewedAt: savedAt, pinned: false }
}
const card = (key: string, rest = '') => `/api/companion/tyres/${encodeURIComponent(key)}${rest}`

it('newestOf finds the newest saved answer about a tyre, of any day, whatever its key', () => {
  const key = 'Ш-1/А б%'
  const wanted = entry(card(key, '?date=2026-04-17'), 3)
  const entries = [
    entry(card(key), 1),
    wanted,
    entry(card(key, '?date=2026-04-17&compare=2026-04-10'), 4),
    entry(card(key, '/history?kind=retail'), 5),
    entry(card('Ш-1'), 6),
    entry('/api/filters', 7),
  ]
  expect(newestOf(entries, key)).toBe(wanted)
  expect(newestOf(entries, 'T1')).toBeUndefined()
  expect(newestOf([], key)).toBeUndefined()
})
