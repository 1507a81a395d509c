import { useQuery } from '@tanstack/react-query'
import type { CompanionFeature } from '../../../contract/companion.ts'
import { companionQuery } from '../../data/companion-query.ts'

/** Returns whether the server offers a feature; undefined while unknown. */
export function useOffer(offer: CompanionFeature): boolean | undefined {
  return useQuery(companionQuery).data?.offers.includes(offer)
}
