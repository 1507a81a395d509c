import type { SearchAnswer } from '../../../contract/search/search-answer.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'

/** Between the page and the web worker that searches what is saved. */

/** A row of a saved page. */
export interface SavedPlace {
  /** of the list call, with its query */
  path: string
  /** of the app that last requested it, if the browser tells */
  route: string
  /** on the page, from 0 */
  row: number
}

/** What is found among the tyres that the device keeps. */
export interface SavedAnswer extends SearchAnswer {
  /** number of different tyres kept */
  kept: number
  /** by key; a tyre of which only the card is saved stands in no table */
  places: ReadonlyMap<string, SavedPlace>
}

/** First where to search, then what for. */
export type SavedOrder =
  | { token: string; entries: readonly SavedEntry[]; ownHosts: readonly string[] | null }
  | { id: number; text: string }

export type SavedReply = { id: number; answer: SavedAnswer } | { id: number; problem: string }
