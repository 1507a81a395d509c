import { useQuery } from '@tanstack/react-query'
import type { CompanionFeature } from '../../../contract/companion.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { MENU, type MenuGroup } from './menu.ts'

/** Returns whether the server offers a feature; undefined while unknown. */
export function useOffer(offer: CompanionFeature): boolean | undefined {
  return useQuery(companionQuery).data?.offers.includes(offer)
}

/** Returns the menu's groups: pages that this server does not offer to this user, and empty groups, are left out. */
export function useMenu(): { groups: readonly MenuGroup[]; isKnown: boolean } {
  const { data, isPending } = useQuery(companionQuery)
  const groups = MENU.map(({ name, entries }) => ({
    name,
    entries: entries.filter(({ offer }) => offer === undefined || data?.offers.includes(offer)),
  }))
  return { groups: groups.filter(({ entries }) => entries.length > 0), isKnown: !isPending }
}
