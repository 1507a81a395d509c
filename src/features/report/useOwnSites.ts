import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownSiteRule } from '../../../contract/companion.ts'
import { companionQuery } from '../../data/companion-query.ts'

/**
 * Returns a predicate for host names of the own sites. They are listed by the server, or recognised by name if the
 * server lists none.
 */
export function useOwnSites(): (host: string) => boolean {
  const ownHosts = useQuery(companionQuery).data?.ownHosts ?? null
  return useMemo(() => ownSiteRule(ownHosts), [ownHosts])
}
