import { useQuery } from '@tanstack/react-query'
import type { CompanionFeature } from '../../contract/companion.ts'
import { STATUS_ROUTE } from '../../contract/installation/installation-paths.ts'
import { REPORT_IDS, REPORTS } from '../../contract/reports/reports.ts'
import { ROUTES } from '../../contract/routes.ts'
import { companionQuery } from '../data/companion-query.ts'
import { OFFERED_ENTRIES } from '../features/cabinet/offered-entries.ts'
import { ENTRIES } from './cabinet/entries.ts'

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

/** Keys of the cabinet's pages: the first letter of the page's path or English name. */
const KEYS: Readonly<Record<string, string>> = {
  [ROUTES.account]: 'p',
  [ROUTES.notifications]: 'n',
  [ROUTES.settings]: 's',
  [ROUTES.saved]: 'd',
  [ROUTES.security]: 'b',
  [ROUTES.pages]: 't',
  [ROUTES.rules]: 'w',
  [ROUTES.recommended]: 'k',
  [ROUTES.sources]: 'i',
  [ROUTES.outlets]: 'v',
  [ROUTES.matching]: 'm',
  [ROUTES.users]: 'u',
  [ROUTES.audit]: 'l',
  [STATUS_ROUTE]: 'x',
}

const keysOf = (to: string): string => KEYS[to] ?? ''

/** Reports; the key sequence of a report is its code. */
const REPORT_PLACES: readonly Destination[] = REPORT_IDS.map((id) => {
  const { route: to, title: label, code: keys } = REPORTS[id]
  return { to, label, keys, isReport: true }
})

/** All pages, the reports last. */
export const DESTINATIONS: readonly Destination[] = [
  { to: ROUTES.home, label: 'Главная страница', keys: 'h' },
  { to: ROUTES.decisions, label: 'Решения', keys: 'e' },
  { to: ROUTES.totals, label: 'Итоги', keys: 'f', offer: 'totals' },
  ...ENTRIES.map(({ to, label }) => ({ to, label, keys: keysOf(to) })),
  ...OFFERED_ENTRIES.map(({ to, label, offer }) => ({ to, label, keys: keysOf(to), offer })),
  ...REPORT_PLACES,
]

/** Returns the pages that this server offers to this user. */
export function useDestinations(): readonly Destination[] {
  const offers = useQuery(companionQuery).data?.offers
  return DESTINATIONS.filter(({ offer }) => offer === undefined || offers?.includes(offer))
}
