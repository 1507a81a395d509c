import { latestPriceDay, readPriceDays } from '../contract/legacy/filter-options.ts'
import { isoToday } from '../contract/lib/dates.ts'
import { PATHS } from '../contract/paths.ts'
import { hasNextPage } from '../contract/reports/paging.ts'
import { viewDay } from '../contract/views/view-day.ts'
import { savedCallOf } from '../contract/worker/kinds.ts'
import type { WorkerRequests } from '../contract/worker/messages.ts'
import { MAX_PINNED_PAGES, PINNED_VIEWS_LOCK, type PinnedView } from '../contract/worker/pinned-view.ts'
import { requestKey, resultSetKey } from '../contract/worker/request-key.ts'
import { roomFor } from '../contract/worker/room.ts'
import type { SavedEntry } from '../contract/worker/saved.ts'
import { renewing } from './as-owner.ts'
import type { WorkerDeps } from './deps.ts'
import { newestToken } from './owner.ts'
import { readThrough, requestOf } from './read-through.ts'

/** Time limit in ms for fetching and saving an answer; a slower answer is requested again at the next occasion. */
const ANSWER_MS = 60_000

/**
 * Fetches the pages of the pinned views that are not saved or were saved before a given moment, so that they are
 * available while the app is closed (specification 18.6). A lock prevents the worker and open pages from fetching the
 * same pages at the same time. After a failure, the remaining pages are fetched at the next occasion.
 * @param since milliseconds since 1970
 */
export async function fetchPinnedViews(deps: WorkerDeps, since: number): Promise<void> {
  try {
    await deps.alone(PINNED_VIEWS_LOCK, async () => {
      const { username = '', pinned = [] } = (await deps.store.owner()) ?? {}
      if (pinned.length === 0) return
      const fetchThrough = fetcherFor(deps, username)
      const today = isoToday(new Date(deps.now()))
      const days = { today, latest: latestPriceDay(await priceDays(deps, fetchThrough), today) }
      for (const view of pinned) await fetchPinnedView(deps, view, days, since, fetchThrough)
    })
  } catch (error) {
    deps.log(`pinned views: ${error}`)
  }
}

/** Returns the days with prices, newest first; [] without an answer. */
async function priceDays(deps: WorkerDeps, fetchThrough: FetchThrough): Promise<string[]> {
  await fetchThrough(PATHS.filters, '')
  const token = newestToken(await deps.store.owner()) ?? null
  const saved = await deps.store.read(token, requestKey('GET', PATHS.filters, []), deps.now())
  return saved ? readPriceDays(new TextDecoder().decode(saved.body.body)) : []
}

async function fetchPinnedView(
  deps: WorkerDeps,
  view: PinnedView,
  days: Parameters<typeof viewDay>[1],
  since: number,
  fetchThrough: FetchThrough,
): Promise<void> {
  const { pathname, searchParams } = new URL(view.path, deps.origin)
  const { layout } = savedCallOf('GET', pathname) ?? {}
  if (!layout) return
  searchParams.set('date', viewDay(view, days))
  const run = resultSetKey(requestKey('GET', pathname, searchParams))
  let bytes = 0
  for (let page = 1; ; page++) {
    searchParams.set('page', String(page))
    const key = requestKey('GET', pathname, searchParams)
    const fresh = (entries: readonly SavedEntry[]) =>
      entries.find(({ request, savedAt }) => request === key && savedAt >= since)
    let entries = await deps.store.list()
    if (!fresh(entries)) {
      await fetchThrough(`${pathname}?${searchParams}`, view.route)
      entries = await deps.store.list()
    }
    const entry = fresh(entries)
    bytes += entry?.size ?? 0
    // The page was refused, was not answered, or does not fit. The app reports this when it is opened.
    if (
      !entry?.paging ||
      (entry.paging.totalPages ?? page) > MAX_PINNED_PAGES ||
      bytes > roomFor(entries.filter(({ request }) => resultSetKey(request) !== run))
    )
      return
    if (!hasNextPage(layout, { ...entry.paging, rows: { length: entry.paging.rowCount } }, page)) break
  }
  await holdRun(deps, { id: view.id, run })
}

/** Fetches an answer with readThrough; resolves when the answer is saved. @param route route of the app's page */
type FetchThrough = (path: string, route: string) => Promise<void>

/** Returns a fetch function that throws for another user and on a metered connection. */
const fetcherFor =
  (deps: WorkerDeps, username: string): FetchThrough =>
  async (path, route) => {
    const owner = await deps.store.owner()
    if (owner?.username !== username || deps.isMetered()) throw new Error('not now')
    await renewing(deps, newestToken(owner) ?? '', async (token) => {
      const request = new Request(new URL(path, deps.origin), {
        headers: { authorization: `Bearer ${token}` },
        referrer: new URL(route, deps.origin).href,
        cache: 'reload',
        credentials: 'include',
      })
      // requestOf does not return undefined here, because filters and lists are intercepted calls.
      const question = requestOf(request) as NonNullable<ReturnType<typeof requestOf>>
      const works: Promise<unknown>[] = []
      const response = await readThrough(deps, question, (work) => works.push(work))
      // The caller holds its lock until the answer is saved or the time limit has passed.
      await Promise.race([Promise.all(works), deps.wait(ANSWER_MS)])
      return response
    })
  }

export async function setPinnedViews(
  deps: WorkerDeps,
  { views }: WorkerRequests['pinned-views']['request'],
): Promise<void> {
  const released = await deps.store.changePinned((before) =>
    views.map((view) => ({ ...view, run: before.find(({ id }) => id === view.id)?.run ?? null })),
  )
  await release(deps, released)
}

export async function holdRun(
  deps: WorkerDeps,
  { id, run }: WorkerRequests['hold']['request'],
): Promise<void> {
  // Pins pages only for a view that is still pinned: nobody would unpin the pages of any other view.
  const held: string[] = []
  const released = await deps.store.changePinned((before) =>
    before.flatMap((view) => {
      if (view.id !== id) return view
      if (run === null) return []
      held.push(run)
      return { ...view, run }
    }),
  )
  for (const one of held) await pinRun(deps, one, true)
  await release(deps, released)
}

async function release(deps: WorkerDeps, runs: readonly string[]): Promise<void> {
  for (const run of runs) await pinRun(deps, run, false)
  await deps.tell({ type: 'saved-changed' })
}

async function pinRun(deps: WorkerDeps, run: string, pinned: boolean): Promise<void> {
  const pages = (await deps.store.list()).filter(
    ({ kind, request }) => kind === 'page' && resultSetKey(request) === run,
  )
  await deps.store.pin(
    pages.map(({ request }) => request),
    pinned,
  )
}
