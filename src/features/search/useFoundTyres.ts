import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { FoundTyre } from '../../../contract/search/search-answer.ts'
import { failureText, isUnreachable } from '../../data/companion-calls.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { useSession } from '../../session/useSession.ts'
import type { SavedPlace } from './saved-messages.ts'
import { SavedSearch, savedSearchQuery } from './saved-search.ts'
import { searchQuery } from './search-query.ts'

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

/**
 * Searches on the server, or among the saved data if the server cannot be reached or offers no search (specification
 * 16.8).
 * @param text trimmed
 */
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
  const search = useMemo(() => new SavedSearch(ownHosts), [ownHosts])
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
