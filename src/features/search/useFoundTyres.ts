import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import { CATALOG_PATHS } from '../../../contract/paths.ts'
import { type FoundTyre, parseSearchAnswer } from '../../../contract/search/search-answer.ts'
import { failureText, isUnreachable, readCompanion } from '../../data/companion-calls.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { SAVED_UNREAD } from '../../data/fetch-saved.ts'
import { recognized } from '../../data/recognized.ts'
import { storedToken } from '../../data/stored-session.ts'
import { callWorker, type WorkerCalls } from '../../lib/worker-call.ts'
import { hasWorker, requestFromWorker } from '../../pwa/worker-channel.ts'
import { useSession } from '../../session/useSession.ts'
import type { SavedOrder, SavedPlace, SavedSearchAnswer } from './saved-messages.ts'

export interface FoundTyres {
  tyres: readonly FoundTyre[]
  total: number
  /** number of found tyres with prices on the last day; null if unknown, as on the device */
  priced: number | null
  /** whether there is no result for the current text yet; `tyres` may belong to a former text */
  waiting: boolean
  /** error message; null without an error */
  problem: string | null
  /** number of tyres saved on the device if they were searched; null if the server was */
  kept: number | null
  /** returns the position of a tyre that was found on the device; undefined if no saved page contains it */
  placeOf(key: string): SavedPlace | undefined
  retry(): void
}

/** Searches on the server, or else among the saved data (specification 16.8). @param text trimmed */
export function useFoundTyres(text: string): FoundTyres {
  const { offline } = useSession()
  const companion = useQuery(companionQuery)
  const offered = companion.data?.offers.includes('search') === true
  const asked = text !== ''
  const onServer = offered && !offline
  const server = useQuery({
    ...searchQuery(text),
    enabled: asked && onServer,
    placeholderData: keepPreviousData,
  })
  const isAway = onServer && server.error !== null && isUnreachable(server.error)
  const onDevice = !companion.isPending && (!onServer || isAway)
  const ownHosts = companion.data?.ownHosts ?? null
  const search = useMemo(() => savedSearch(ownHosts), [ownHosts])
  useEffect(() => () => search.close(), [search])
  const saved = useQuery({
    ...savedSearchQuery(search, text),
    enabled: asked && onDevice,
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData, refetch } = onDevice ? saved : server
  return {
    tyres: data?.tyres ?? [],
    total: data?.total ?? 0,
    priced: onDevice ? null : (server.data?.priced ?? null),
    waiting: asked && error === null && (data === undefined || isPlaceholderData),
    problem: asked && error !== null ? failureText(error) : null,
    kept: onDevice ? (saved.data?.kept ?? null) : null,
    placeOf: (key) => (onDevice ? saved.data?.places.get(key) : undefined),
    retry: () => void refetch(),
  }
}

/** Time in ms for which a result stays fresh; prices only change with an import. */
const FRESH_MS = 60_000

/** Query for the companion's search (specification 16.3). It is aborted when another text is typed. */
const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => {
      const path = `${CATALOG_PATHS.search}?${new URLSearchParams({ q: text })}`
      const body = await readCompanion(path, signal)
      return recognized(() => parseSearchAnswer(body))
    },
    staleTime: FRESH_MS,
  })

/** Returns a search of saved pages and cards in a web worker, read once (specification 16.8). */
function savedSearch(ownHosts: readonly string[] | null) {
  let opened: Promise<WorkerCalls | null> | undefined
  const open = async (): Promise<WorkerCalls | null> => {
    const token = storedToken()
    const state = await requestFromWorker('saved', {})
    if (!state && hasWorker() && navigator.serviceWorker.controller) throw new ReadError(SAVED_UNREAD)
    const entries = (state?.entries ?? []).filter(({ kind }) => kind === 'page' || kind === 'card')
    if (token === null || entries.length === 0) return null
    const worker = callWorker(
      new Worker(new URL('./saved-search.worker.ts', import.meta.url), { type: 'module' }),
    )
    // If reading the data fails, the first search reports it.
    worker.request({ token, entries, ownHosts } satisfies SavedOrder).catch(() => undefined)
    return worker
  }
  const close = () => {
    opened?.then((worker) => worker?.end()).catch(() => undefined)
    opened = undefined
  }
  return {
    /** @throws the signal's reason, or a ReadError if the saved data could not be read */
    async find(text: string, signal: AbortSignal): Promise<SavedSearchAnswer> {
      opened ??= open()
      try {
        const worker = await opened
        signal.throwIfAborted()
        if (!worker) return { kept: 0, total: 0, tyres: [], places: new Map() }
        return await worker.request({ text } satisfies SavedOrder, { signal })
      } catch (error) {
        // The next search reads everything again.
        if (!signal.aborted) close()
        throw error
      }
    },
    close,
  }
}

const savedSearchQuery = (search: ReturnType<typeof savedSearch>, text: string) =>
  queryOptions({
    queryKey: ['saved-search', text],
    queryFn: ({ signal }) => search.find(text, signal),
    // Not cached: the saved data may change before the dialog is opened again.
    gcTime: 0,
  })
