import { isIsoDate } from '../../../contract/lib/dates.ts'
import { FIGURES } from '../../../contract/reports/columns.ts'
import type { CardQuery } from '../../../contract/tyre/card-path.ts'

/** Returns the tyre's key from a URL path; '' if the path has none. */
export function keyOfPath(pathname: string): string {
  const [, encoded = ''] = pathname.match(/^\/tyre\/([^/]+)/) ?? []
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

export function readCardQuery(search: string): CardQuery {
  const query = new URLSearchParams(search)
  const date = query.get('date') ?? ''
  const why = query.get('why')
  return {
    date: isIsoDate(date) ? date : null,
    city: query.get('city') || null,
    why: FIGURES.find((figure) => figure === why) ?? null,
  }
}
