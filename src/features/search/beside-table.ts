import type { CardState } from '../report-choice/card-state.ts'
import { writeAddress } from '../report-choice/report-address.ts'
import { tableOfCall } from '../report-choice/saved-table.ts'
import type { SavedPlace } from './saved-messages.ts'

/**
 * Returns the address to open a card beside the saved table where the tyre was found, whose row has the price if the
 * server is unreachable.
 * @returns null if no report of this version has such a table
 */
export function besideTable({ path, route, row }: SavedPlace): { date: string; state: CardState } | null {
  const table = tableOfCall(path, route)
  if (!table) return null
  const { report, choice, page } = table
  const search = `?${writeAddress(report, choice, page)}`
  const background = { pathname: report.route, search, hash: '', state: null, key: 'saved' }
  return { date: choice.date, state: { background, row } }
}
