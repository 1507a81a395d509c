import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORT_IDS, REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { preferences } from '../../lib/preferences.ts'

/** Report that this user viewed last on this device. */
export interface LastReport {
  id: ReportId
  /** whether its day follows the default day */
  moves: boolean
  /**
   * returns its address on the first page
   * @param day default day
   */
  addressOn(day: string): string
}

/**
 * Stores the last report.
 * @param query of the report's address, with its day
 * @param defaultDay see useDefaultDay; undefined while it loads
 */
export function saveLastReport(id: ReportId, query: URLSearchParams, defaultDay: string | undefined): void {
  const text = query.toString()
  const before = preferences.lastReport.get()
  // The default day may change while the report stays open; the report continues to follow it.
  const wasMoving = before?.id === id && before.query === text && before.today
  const day = query.get('date')
  const today = wasMoving || day === isoToday() || day === defaultDay
  preferences.lastReport.set({ id, query: text, today })
}

/** Returns the last report; null before the first one; stored until this user signs out (specification 2.13). */
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
