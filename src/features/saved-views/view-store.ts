import type { SavedView } from '../../../contract/views/saved-view.ts'

/** Where views are kept. A method rejects if nothing was changed; failureWords says why. */
export interface ViewStore {
  /** Adds it, or replaces the one of the same id. */
  save(view: SavedView): Promise<void>
  remove(view: SavedView): Promise<void>
  /** @param ids of all views, in their new order */
  order(ids: readonly string[]): Promise<void>
}
