/** A view that the worker keeps ready for offline by itself while the app is closed (specification 18.6). */
export interface PinnedView {
  id: string
  /** of its list call on some day, with the query */
  path: string
  /** of the app's page that shows it */
  route: string
  /** as a saved view has it: a relative day, or YYYY-MM-DD */
  day: string
  /** the run whose pages are held for it, which are then never evicted; null before the first (runOf) */
  run: string | null
}

/** A page and the worker fetch pinned views one at a time under this lock. */
export const PINNED_VIEWS_LOCK = 'pinned views'

/** Of the browser's periodic background sync. */
export const PINNED_VIEWS_TAG = 'pinned-views'

/** Pages saved less than this long ago are new enough, unless a push has told of newer prices; in milliseconds. */
export const PINNED_VIEWS_FRESH_MS = 60 * 60 * 1000

/** Pages of a view that the worker fetches by itself: a server may have a next page for ever, and nobody is there to end it. */
export const MOST_PINNED_PAGES = 500
