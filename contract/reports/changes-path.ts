import { wellFormed } from '../lib/well-formed.ts'
import { type FilterValues, nonEmpty } from './filters.ts'
import { REPORTS } from './reports.ts'

/** Returns the route of the price-change report for a day (YYYY-MM-DD) with filters, as in shared links. */
export function changesPath(date: string, filters: FilterValues): string {
  const query = Object.entries({ date, ...nonEmpty(filters) })
  const encoded = query.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`)
  return `${REPORTS['price-changes'].route}?${encoded.join('&')}`
}
