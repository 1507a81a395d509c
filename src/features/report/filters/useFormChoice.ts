import { useEffect, useEffectEvent, useState } from 'react'
import { isoToday } from '../../../../contract/lib/dates.ts'
import type { FilterSet } from '../../../../contract/reports/filter-sets.ts'
import type { FilterName } from '../../../../contract/reports/filters.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { defaultChoice, type ReportChoice, writeAddress } from '../../report-choice/report-address.ts'

export interface FormChoice {
  /** current values of the fields */
  choice: ReportChoice
  /** false while the day of an untouched date field is loading */
  isDayKnown: boolean
  /** the date is not today but the latest day with prices */
  isLatestDay: boolean
  change(part: Partial<ReportChoice>): void
  /** sets one value ('' for none) or several */
  setFilter(name: FilterName, value: string, several?: FilterSet): void
  /** the choice as it would be applied: a missing date becomes the default one (specification 4.9) */
  chosen: ReportChoice
  /** The form's values are about to become the address: later changes are kept when it arrives. */
  onApply(): void
  /** the form differs from the applied choice */
  changed: boolean
  /** increases when the form is filled from the address, but not on the user's own Apply */
  fills: number
}

interface FormState {
  run: string
  choice: ReportChoice
  /** the date comes from the address or the user; otherwise it follows the default day */
  isDated: boolean
  /** the choice applied last, while it is not in the address yet */
  applying: { run: string; choice: ReportChoice } | null
  fills: number
}

/**
 * State of the filters form: the applied choice until the user changes it. Stays mounted across Apply, which keeps
 * the focus.
 * @param applied the choice in the address; null if nothing is applied
 * @param run the applied choice as an address; '' if nothing is applied
 * @param defaultDay see useDefaultDay
 */
export function useFormChoice(
  report: Report,
  applied: ReportChoice | null,
  run: string,
  defaultDay: string | undefined,
): FormChoice {
  const [state, setState] = useState<FormState>({
    run,
    choice: applied ?? defaultChoice(report),
    isDated: applied !== null,
    applying: null,
    fills: 0,
  })
  const set = (next: (before: ReportChoice) => ReportChoice) =>
    setState((before) => ({ ...before, choice: next(before.choice) }))
  const today = isoToday()
  const startDay = defaultDay ?? today
  const choice = state.isDated ? state.choice : { ...state.choice, date: startDay }
  const chosen = { ...choice, date: choice.date || startDay }
  const chosenRun = writeAddress(report, chosen).toString()
  const changed = chosenRun !== run
  if (state.run !== run) {
    const { applying, choice: former, fills } = state
    const stays = applying?.run === run && applying.choice !== former
    const date = (state.isDated ? former : applied)?.date ?? startDay
    setState({
      run,
      choice: stays ? { ...former, date } : (applied ?? defaultChoice(report)),
      isDated: applied !== null,
      applying: null,
      fills: changed && !stays ? fills + 1 : fills,
    })
  }
  return {
    choice,
    isDayKnown: defaultDay !== undefined || (state.isDated && choice.date !== ''),
    isLatestDay: choice.date === defaultDay && defaultDay !== today,
    change: (part) =>
      setState((before) => ({
        ...before,
        choice: { ...before.choice, ...part },
        isDated: before.isDated || part.date !== undefined,
      })),
    setFilter: (name, value, several) =>
      set(({ filters, sets: { [name]: _, ...sets }, ...before }) => ({
        ...before,
        filters: { ...filters, [name]: value },
        sets: several ? { ...sets, [name]: several } : sets,
      })),
    chosen,
    onApply: () => setState((before) => ({ ...before, applying: { run: chosenRun, choice: state.choice } })),
    changed: applied !== null && changed,
    fills: state.fills,
  }
}

/** Postpones an action until its inputs are known; unmounting cancels it. @returns `run`, and whether it waits */
export function useOnceReady(isReady: boolean, action: () => void): { run(): void; isWaiting: boolean } {
  const [isWaiting, setWaiting] = useState(false)
  const perform = useEffectEvent(action)
  useEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    perform()
  }, [isWaiting, isReady])
  return { run: () => (isReady ? action() : setWaiting(true)), isWaiting }
}
