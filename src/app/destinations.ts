import { useQuery } from '@tanstack/react-query'
import type { CompanionFeature } from '../../contract/companion.ts'
import { REPORT_IDS, REPORTS } from '../../contract/reports/reports.ts'
import { ROUTES } from '../../contract/routes.ts'
import { companionQuery } from '../data/companion-query.ts'
import { MENU } from '../features/cabinet/menu.ts'

/** Page that can be opened by name or by a key sequence (specification 20.2). */
export interface Destination {
  to: string
  label: string
  /** keys to press after g: Latin letters and digits, by their position on the keyboard */
  keys: string
  isReport?: true
  /** feature that the server must offer; undefined for a page that exists with every backend */
  offer?: CompanionFeature
}

/** Reports; the key sequence of a report is its code. */
const REPORT_PLACES: readonly Destination[] = REPORT_IDS.map((id) => {
  const { route: to, title: label, code: keys } = REPORTS[id]
  return { to, label, keys, isReport: true }
})

/** All pages, the reports last. */
export const DESTINATIONS: readonly Destination[] = [
  { to: ROUTES.home, label: 'Главная страница', keys: 'h' },
  ...MENU.flatMap(({ entries }) => entries),
  ...REPORT_PLACES,
]

/** Returns the pages that this server offers to this user. */
export function useDestinations(): readonly Destination[] {
  const offers = useQuery(companionQuery).data?.offers
  return DESTINATIONS.filter(({ offer }) => offer === undefined || offers?.includes(offer))
}
