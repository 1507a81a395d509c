/** A view that the worker refreshes for offline use while the app is closed (specification 18.6). */
export interface PinnedView {
  id: string
  /** path and query of its list request on any day */
  path: string
  /** route of the app's page that displays it */
  route: string
  /** day of the saved view: a relative day, or YYYY-MM-DD */
  day: string
  /** key of the view's result set (resultSetKey), whose pages are never evicted; null until it has been fetched */
  run: string | null
}

/** Name of the lock that allows only one page or worker at a time to fetch pinned views. */
export const PINNED_VIEWS_LOCK = 'pinned views'

/** Tag of the browser's periodic background sync. */
export const PINNED_VIEWS_TAG = 'pinned-views'

/** Maximum age in ms of saved pages that are not fetched again, unless a push message announced newer prices. */
export const PINNED_VIEWS_FRESH_MS = 60 * 60 * 1000

/** Maximum number of pages that the worker fetches for a view, because a server may never mark a last page. */
export const MAX_PINNED_PAGES = 500
