import type { SearchAnswer } from '../../../contract/search/search-answer.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'

/** Types of the messages between the page and the web worker that searches the saved data. */

/** Position of a row on a saved page of a report. */
export interface SavedPlace {
  /** path of the list request, with its query */
  path: string
  /** route of the report page that last sent the request; '' if the browser did not report it */
  route: string
  /** row index on the page, from 0 */
  row: number
}

/** Result of a search among the tyres saved on the device. */
export interface SavedSearchAnswer extends Omit<SearchAnswer, 'priced'> {
  /** number of different tyres saved on the device */
  kept: number
  /** position by tyre key; a tyre of which only the card is saved has none */
  places: ReadonlyMap<string, SavedPlace>
}

/** Message to the web worker: the first one has the data to search, each later one a query. */
export type SavedOrder =
  | { token: string; entries: readonly SavedEntry[]; ownHosts: readonly string[] | null }
  | { text: string }
