import type { SearchAnswer } from '../../../contract/search/search-answer.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'

/** Messages between the page and the web worker that searches the saved data. */

/** Row of a saved page. */
export interface SavedPlace {
  /** path of the list call, with its query */
  path: string
  /** route of the app that last requested it, if the browser reports it */
  route: string
  /** index on the page, from 0 */
  row: number
}

/** Search result among the tyres saved on the device. */
export interface SavedSearchAnswer extends SearchAnswer {
  /** number of different saved tyres */
  kept: number
  /** position by tyre key; a tyre with only a saved card has no position */
  places: ReadonlyMap<string, SavedPlace>
}

/** Message to the worker: first the data to search, then queries. */
export type SavedOrder =
  | { token: string; entries: readonly SavedEntry[]; ownHosts: readonly string[] | null }
  | { text: string }
