// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LAST_REPORT_KEY } from '../api/stored-session.ts'
import { keepLastReport, lastReport } from './last-report.ts'

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

const onDay = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T09:00:00`), toFake: ['Date'] })

describe('the last report (specification 2.13)', () => {
  it('is that of today’s date the next day, with its filters, from page 1', () => {
    onDay('2026-04-18')
    keepLastReport('retail', new URLSearchParams('date=2026-04-18&city=Томск&view=market&page=3'))
    onDay('2026-04-19')
    const { id, address } = lastReport() ?? {}
    expect(id).toBe('retail')
    expect(decodeURIComponent(address ?? '')).toBe('/export/retail?date=2026-04-19&city=Томск&view=market')
  })

  it('keeps a day that was not today', () => {
    onDay('2026-04-18')
    keepLastReport('price-changes', new URLSearchParams('date=2026-04-10'))
    expect(lastReport()?.address).toBe('/export/price-changes?date=2026-04-10')
  })

  it.each(['', 'null', '{"id":"unknown","query":""}', '{"id":"retail"}', '[1]', '{'])(
    'is none for %j',
    (text) => {
      localStorage.setItem(LAST_REPORT_KEY, text)
      expect(lastReport()).toBeNull()
    },
  )
})
