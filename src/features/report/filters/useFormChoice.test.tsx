import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { defaultChoice, type ReportChoice, writeAddress } from '../../report-choice/report-address.ts'
import { useFormChoice, useOnceReady } from './useFormChoice.ts'

const TODAY = '2026-04-19'
const LATEST = '2026-04-18'
const report = REPORTS.retail

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T09:00:00`), toFake: ['Date'] })
  return () => vi.useRealTimers()
})

interface Props {
  applied: ReportChoice | null
  day: string | undefined
}

function form(initial: Props) {
  return renderHook(
    ({ applied, day }: Props) =>
      useFormChoice(report, applied, applied ? writeAddress(report, applied).toString() : '', day),
    { initialProps: initial },
  )
}

describe('useFormChoice', () => {
  it('follows the default day until the user chooses one', () => {
    const { result, rerender } = form({ applied: null, day: undefined })
    expect(result.current).toMatchObject({ choice: { date: TODAY }, isDayKnown: false, isLatestDay: false })
    act(() => result.current.setFilter('brand', 'Zorki'))
    rerender({ applied: null, day: LATEST })
    expect(result.current).toMatchObject({
      choice: { date: LATEST, filters: { brand: 'Zorki' } },
      isDayKnown: true,
      isLatestDay: true,
    })
    act(() => result.current.change({ date: '2026-04-10' }))
    rerender({ applied: null, day: TODAY })
    expect(result.current).toMatchObject({ choice: { date: '2026-04-10' }, isLatestDay: false })
  })

  it('applies the default day if the date was cleared', () => {
    const { result } = form({ applied: null, day: LATEST })
    act(() => result.current.change({ date: '' }))
    expect(result.current.choice.date).toBe('')
    expect(result.current.chosen.date).toBe(LATEST)
  })

  it('keeps the applied day, and changes made while it is being applied', () => {
    const { result, rerender } = form({ applied: null, day: LATEST })
    const { chosen } = result.current
    act(() => result.current.onApply())
    act(() => result.current.setFilter('brand', 'Zorki'))
    rerender({ applied: chosen, day: TODAY })
    expect(result.current.choice).toMatchObject({ date: LATEST, filters: { brand: 'Zorki' } })
    expect(result.current.changed).toBe(true)
  })

  it('does not mark today as the latest day with prices', () => {
    const { result } = form({ applied: { ...defaultChoice(report), date: TODAY }, day: TODAY })
    expect(result.current.isLatestDay).toBe(false)
  })
})

describe('useOnceReady', () => {
  it('performs a postponed action once, with the values known by then', () => {
    const done: string[] = []
    const { result, rerender } = renderHook(
      ({ day }: { day: string | undefined }) => useOnceReady(day !== undefined, () => done.push(String(day))),
      { initialProps: { day: undefined as string | undefined } },
    )
    act(() => result.current.run())
    expect([result.current.isWaiting, done]).toEqual([true, []])
    rerender({ day: LATEST })
    expect([result.current.isWaiting, done]).toEqual([false, [LATEST]])
    rerender({ day: TODAY })
    expect(done).toEqual([LATEST])
    act(() => result.current.run())
    expect(done).toEqual([LATEST, TODAY])
  })
})
