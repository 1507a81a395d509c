import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORT_IDS, REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { preferences } from '../../lib/preferences.ts'

/** Report that this user viewed last on this device. */
export interface LastReport {
  id: ReportId
  /** whether the report is reopened with the default day instead of the day it was viewed with */
  moves: boolean
  /** Returns the report's URL, without a page number. @param day default day */
  addressOn(day: string): string
}

/** Stores the report as the last one viewed. @param defaultDay undefined while it loads */
export function saveLastReport(id: ReportId, query: URLSearchParams, defaultDay: string | undefined): void {
  const text = query.toString()
  const before = preferences.lastReport.get()
  // The default day may change while the report stays open. The stored report still follows it then.
  const wasMoving = before?.id === id && before.query === text && before.today
  const day = query.get('date')
  const today = wasMoving || day === isoToday() || day === defaultDay
  preferences.lastReport.set({ id, query: text, today })
}

/** Returns the last report; null if there is none. It stays stored until this user signs out (specification 2.13). */
export function lastReport(): LastReport | null {
  const stored = preferences.lastReport.get()
  const id = REPORT_IDS.find((known) => known === stored?.id)
  if (!stored || !id) return null
  const { query: text, today: moves } = stored
  const addressOn = (day: string) => {
    const query = new URLSearchParams(text)
    query.delete('page')
    if (moves) query.set('date', day)
    return `${REPORTS[id].route}?${query}`
  }
  return { id, moves, addressOn }
}
