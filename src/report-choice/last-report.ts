import { isoToday } from '../../contract/dates.ts'
import { REPORT_IDS, REPORTS, type ReportId } from '../../contract/reports.ts'
import { LAST_REPORT_KEY } from '../api/stored-session.ts'
import { keepIfRoom } from '../keep-if-room.ts'

interface Kept {
  id: ReportId
  /** of its address */
  query: string
  /** its day was the one on which it was looked at */
  today: boolean
}

/** The report that this user looked at last on this device. */
export interface LastReport {
  id: ReportId
  /** its address, of today if it was of the day on which it was looked at; the first page */
  address: string
}

/** @param query of the report's address, with its day */
export function keepLastReport(id: ReportId, query: URLSearchParams): void {
  const kept: Kept = { id, query: query.toString(), today: query.get('date') === isoToday() }
  keepIfRoom(LAST_REPORT_KEY, JSON.stringify(kept))
}

/** @returns null before the first one; kept until this user signs out (specification 2.13) */
export function lastReport(): LastReport | null {
  const kept = readKept()
  if (!kept) return null
  const query = new URLSearchParams(kept.query)
  query.delete('page')
  if (kept.today) query.set('date', isoToday())
  return { id: kept.id, address: `${REPORTS[kept.id].route}?${query}` }
}

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(LAST_REPORT_KEY) ?? 'null') as Partial<Kept> | null
    const id = REPORT_IDS.find((known) => known === kept?.id)
    return id && typeof kept?.query === 'string'
      ? { id, query: kept.query, today: kept.today === true }
      : null
  } catch {
    return null
  }
}
