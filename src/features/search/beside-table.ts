import type { CardState } from '../report-choice/card-state.ts'
import { writeAddress } from '../report-choice/report-address.ts'
import { tableOfCall } from '../report-choice/saved-table.ts'
import type { SavedPlace } from './saved-messages.ts'

/**
 * Returns the day and router state with which a card is opened beside the saved table that contains the tyre. The
 * table's row provides the prices if the server cannot be reached.
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
