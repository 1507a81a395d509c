/** A view that the worker refreshes for offline use while the app is closed (specification 18.6). */
export interface PinnedView {
  id: string
  /** path of its list request on some day, with the query */
  path: string
  /** route of the app's page that displays it */
  route: string
  /** day of the saved view: a relative day, or YYYY-MM-DD */
  day: string
  /** the result set whose pages are held for it and never evicted; null before the first one (runOf) */
  run: string | null
}

/** Lock under which a page or the worker fetches pinned views, one at a time. */
export const PINNED_VIEWS_LOCK = 'pinned views'

/** Tag of the browser's periodic background sync. */
export const PINNED_VIEWS_TAG = 'pinned-views'

/** Maximum age of saved pages that need no refresh, unless a push announced newer prices; milliseconds. */
export const PINNED_VIEWS_FRESH_MS = 60 * 60 * 1000

/** Maximum number of pages that the worker fetches for a view: a server may never mark a last page. */
export const MAX_PINNED_PAGES = 500
