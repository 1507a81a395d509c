import { useState } from 'react'
import { isoToday } from '../../../contract/dates.ts'
import type { FilterName } from '../../../contract/filters.ts'
import type { Report } from '../../../contract/reports.ts'
import { defaultChoice, type ReportChoice, writeAddress } from '../../report-choice/report-address.ts'

export interface FormChoice {
  /** as the fields have it */
  choice: ReportChoice
  change(part: Partial<ReportChoice>): void
  setFilter(name: FilterName, value: string): void
  /** as it would be applied: a missing date becomes today (specification 4.9) */
  chosen: ReportChoice
  /** the form holds something else than what is applied */
  changed: boolean
  /** grows when the form is filled from the address, and not by the person's own Apply */
  fills: number
}

/**
 * What the filters form holds: what is applied, until somebody changes it. It stays mounted across Apply, so that the
 * focus stays where it is.
 * @param applied what the address says; null while nothing is applied
 * @param run the applied choice as an address, '' while nothing is applied
 */
export function useFormChoice(report: Report, applied: ReportChoice | null, run: string): FormChoice {
  const [state, setState] = useState({ run, choice: applied ?? defaultChoice(report), fills: 0 })
  const set = (next: (before: ReportChoice) => ReportChoice) =>
    setState((before) => ({ ...before, choice: next(before.choice) }))
  const chosen = complete(state.choice)
  const changed = writeAddress(report, chosen).toString() !== run
  if (state.run !== run) {
    setState({
      run,
      choice: applied ?? defaultChoice(report),
      fills: changed ? state.fills + 1 : state.fills,
    })
  }
  return {
    choice: state.choice,
    change: (part) => set((before) => ({ ...before, ...part })),
    setFilter: (name, value) =>
      set((before) => ({ ...before, filters: { ...before.filters, [name]: value } })),
    chosen,
    changed: applied !== null && changed,
    fills: state.fills,
  }
}

const complete = (choice: ReportChoice): ReportChoice => ({ ...choice, date: choice.date || isoToday() })
