// Specification 13.4

import { describe, expect, it } from 'vitest'
import { isTime, nextRun, zoneTime } from './schedule.ts'

const at = (iso: string): number => Date.parse(iso)

/** Returns the next runs, in ISO. */
function runs(times: string[], zone: string, from: string, count: number): string[] {
  const found: string[] = []
  let after = at(from)
  while (found.length < count) {
    const next = nextRun(times, zone, after) as number
    found.push(new Date(next).toISOString())
    after = next
  }
  return found
}

describe('the schedule', () => {
  it('is in the zone of the source', () => {
    expect(runs(['06:30', '18:00'], 'Europe/Moscow', '2026-11-21T00:00:00Z', 3)).toEqual([
      '2026-11-21T03:30:00.000Z',
      '2026-11-21T15:00:00.000Z',
      '2026-11-22T03:30:00.000Z',
    ])
    expect(nextRun([], 'Europe/Moscow', 0)).toBe(null)
  })

  it('a time that the beginning of summer time skips runs once, when the gap ends', () => {
    expect(runs(['02:30'], 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    // Both times fall on the same moment.
    expect(runs(['02:30', '03:00'], 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('a time that its end repeats runs once', () => {
    expect(runs(['02:30'], 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })
})

describe("a zone's clock", () => {
  it('shows its own day', () => {
    expect(zoneTime('Asia/Vladivostok', at('2026-11-21T20:00:00Z'))).toEqual({
      day: '2026-11-22',
      time: '06:00',
    })
    expect(zoneTime('Europe/Moscow', at('2026-11-21T21:00:00Z'))).toEqual({
      day: '2026-11-22',
      time: '00:00',
    })
  })

  it('times of day are whole', () => {
    expect(['00:00', '23:59'].map(isTime)).toEqual([true, true])
    expect(['24:00', '9:00', '09:60', '09:00:00', ''].map(isTime)).toEqual(Array(5).fill(false))
  })
})
