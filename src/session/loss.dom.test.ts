import { afterEach, describe, expect, it } from 'vitest'
import { savedEntry, savedWorker } from '../../tests/support/saved-worker.ts'
import { preferences } from '../lib/preferences.ts'
import { lossOfLogout } from './SignOutDialog.tsx'

const list = (page: number, day = 18) =>
  `GET /api/analytics/priceChanges?date=2026-04-${day}&page=${page}&limit=100`
const NOTHING = { tables: 0, bytes: 0, views: 0, queued: 0, decisions: 0, offline: false }

describe('lossOfLogout (specification 1.10)', () => {
  afterEach(() => {
    preferences.decisionCount.set(0)
    localStorage.clear()
  })

  it.each([false, true])('ignores answers that the app cached by itself (offline: %s)', async (offline) => {
    savedWorker({
      entries: [
        savedEntry(list(1)),
        savedEntry('GET /api/filters', { kind: 'filters' }),
        savedEntry('GET /api/notifications/getNotifications', { kind: 'notifications' }),
        savedEntry('GET /api/companion/tyres/A1', { kind: 'card' }),
      ],
    })
    expect(await lossOfLogout(offline)).toBeNull()
  })

  it('counts only the tables that a person saved or pinned, and their bytes', async () => {
    savedWorker({
      entries: [
        savedEntry(list(1), { kept: true }),
        savedEntry(list(2), { kept: true }),
        savedEntry(list(1, 17), { pinned: true }),
        savedEntry(list(1, 16), { size: 9_999 }),
      ],
    })
    expect(await lossOfLogout(false)).toEqual({ ...NOTHING, tables: 2, bytes: 3 * 2048 })
  })

  it('counts unsent actions and decided prices', async () => {
    savedWorker({ queued: 2 })
    preferences.decisionCount.set(3)
    expect(await lossOfLogout(true)).toEqual({ ...NOTHING, queued: 2, decisions: 3, offline: true })
  })
})
