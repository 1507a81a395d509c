import type { SavedView } from '../../../contract/views/saved-view.ts'

/** Storage of views. A method rejects if nothing was changed; viewProblem returns the reason as text. */
export interface ViewStore {
  /** adds the view, or replaces the one with the same id */
  save(view: SavedView): Promise<void>
  remove(view: SavedView): Promise<void>
  /** @param ids of all views, in their new order */
  order(ids: readonly string[]): Promise<void>
}
