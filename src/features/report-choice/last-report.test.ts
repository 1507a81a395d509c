// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lastReport, saveLastReport } from './last-report.ts'

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

const onDay = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T09:00:00`), toFake: ['Date'] })

describe('the last report (specification 2.13)', () => {
  it('restores the filters with the next default day, from page 1', () => {
    onDay('2026-04-18')
    saveLastReport(
      'retail',
      new URLSearchParams('date=2026-04-18&city=Томск&view=market&page=3'),
      '2026-04-18',
    )
    const { id, addressOn } = lastReport() ?? {}
    expect(id).toBe('retail')
    expect(decodeURIComponent(addressOn?.('2026-04-19') ?? '')).toBe(
      '/export/retail?date=2026-04-19&city=Томск&view=market',
    )
  })

  it('replaces the last day with prices by the default day, like today', () => {
    onDay('2026-04-18')
    saveLastReport('retail', new URLSearchParams('date=2026-04-17'), '2026-04-17')
    expect(lastReport()?.addressOn('2026-04-18')).toBe('/export/retail?date=2026-04-18')
  })

  it('follows the default day if it changes while the report is open', () => {
    onDay('2026-04-18')
    const query = new URLSearchParams('date=2026-04-17')
    saveLastReport('retail', query, '2026-04-17')
    saveLastReport('retail', query, '2026-04-18')
    expect(lastReport()?.moves).toBe(true)
  })

  it('retains a day that was neither today nor the last day with prices', () => {
    onDay('2026-04-18')
    saveLastReport('price-changes', new URLSearchParams('date=2026-04-10'), '2026-04-17')
    expect(lastReport()?.addressOn('2026-04-18')).toBe('/export/price-changes?date=2026-04-10')
  })

  it.each(['', 'null', '{"id":"unknown","query":""}', '{"id":"retail"}', '[1]', '{'])(
    'is none for %j',
    (text) => {
      localStorage.setItem('last_report', text)
      expect(lastReport()).toBeNull()
    },
  )
})
