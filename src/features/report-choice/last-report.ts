import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORT_IDS, REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { preferences } from '../../lib/preferences.ts'

/** The report that this user viewed last on this device. */
export interface LastReport {
  id: ReportId
  /** its day moves on with the default one */
  moves: boolean
  /** @param day the default day @returns its address on the first page */
  addressOn(day: string): string
}

/**
 * @param query of the report's address, with its day
 * @param defaultDay see useDefaultDay; undefined while it loads
 */
export function saveLastReport(id: ReportId, query: URLSearchParams, defaultDay: string | undefined): void {
  const text = query.toString()
  const before = preferences.lastReport.get()
  // The default day may move on while the report stays open; the report remains one of the default day.
  const wasMoving = before?.id === id && before.query === text && before.today
  const day = query.get('date')
  const today = wasMoving || day === isoToday() || day === defaultDay
  preferences.lastReport.set({ id, query: text, today })
}

/** @returns null before the first one; stored until this user signs out (specification 2.13) */
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
