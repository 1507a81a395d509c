import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownSiteRule } from '../../../contract/companion.ts'
import { companionQuery } from '../../data/companion-query.ts'

/** Returns a predicate for host names of the own site, as given by the server or else recognised by name. */
export function useOwnSites(): (host: string) => boolean {
  const ownHosts = useQuery(companionQuery).data?.ownHosts ?? null
  return useMemo(() => ownSiteRule(ownHosts), [ownHosts])
}
