import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORT_IDS, REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { LAST_REPORT_KEY } from '../../data/stored-session.ts'
import { keepIfRoom } from '../../lib/keep-if-room.ts'

interface Stored {
  id: ReportId
  /** of its address */
  query: string
  /** its day was today or the default one, so that it moves on */
  today: boolean
}

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
  const before = readStored()
  // The default day may move on while the report stays open; the report remains one of the default day.
  const wasMoving = before?.id === id && before.query === text && before.today
  const day = query.get('date')
  const stored: Stored = { id, query: text, today: wasMoving || day === isoToday() || day === defaultDay }
  keepIfRoom(LAST_REPORT_KEY, JSON.stringify(stored))
}

/** @returns null before the first one; stored until this user signs out (specification 2.13) */
export function lastReport(): LastReport | null {
  const stored = readStored()
  if (!stored) return null
  const { id, today: moves } = stored
  const addressOn = (day: string) => {
    const query = new URLSearchParams(stored.query)
    query.delete('page')
    if (moves) query.set('date', day)
    return `${REPORTS[id].route}?${query}`
  }
  return { id, moves, addressOn }
}

function readStored(): Stored | null {
  try {
    const stored = JSON.parse(localStorage.getItem(LAST_REPORT_KEY) ?? 'null') as Partial<Stored> | null
    const id = REPORT_IDS.find((known) => known === stored?.id)
    return id && typeof stored?.query === 'string'
      ? { id, query: stored.query, today: stored.today === true }
      : null
  } catch {
    return null
  }
}
