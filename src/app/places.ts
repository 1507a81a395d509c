import { useQuery } from '@tanstack/react-query'
import type { Offer } from '../../contract/companion.ts'
import { REPORT_IDS, REPORTS } from '../../contract/reports/reports.ts'
import { ROUTES } from '../../contract/routes.ts'
import { companionQuery } from '../data/companion-query.ts'
import { OFFERED_ENTRIES } from '../features/cabinet/offered-entries.ts'
import { ENTRIES } from './cabinet/entries.ts'

/** A page that a person can go to by its name or its keys (specification 20.2). */
export interface Place {
  to: string
  label: string
  /** typed after g: Latin letters and digits by their places on the keyboard */
  keys: string
  isReport?: true
  /** needed of the server; missing for a page in front of any backend */
  offer?: Offer
}

/** Of the cabinet's pages, the first letter of what they are in the address or in English. */
const KEYS: Readonly<Record<string, string>> = {
  [ROUTES.account]: 'p',
  [ROUTES.notifications]: 'n',
  [ROUTES.settings]: 's',
  [ROUTES.saved]: 'd',
  [ROUTES.security]: 'b',
  [ROUTES.sources]: 'i',
  [ROUTES.users]: 'u',
  [ROUTES.audit]: 'l',
}

const keysOf = (to: string): string => KEYS[to] ?? ''

/** A report's keys are its code. */
const REPORT_PLACES: readonly Place[] = REPORT_IDS.map((id) => {
  const { route: to, title: label, code: keys } = REPORTS[id]
  return { to, label, keys, isReport: true }
})

/** All places, the reports after the others. */
export const PLACES: readonly Place[] = [
  { to: ROUTES.home, label: 'Главная страница', keys: 'h' },
  { to: ROUTES.decisions, label: 'Решения', keys: 'e' },
  ...ENTRIES.map(({ to, label }) => ({ to, label, keys: keysOf(to) })),
  ...OFFERED_ENTRIES.map(({ to, label, offer }) => ({ to, label, keys: keysOf(to), offer })),
  ...REPORT_PLACES,
]

/** Those that this server has for this person. */
export function usePlaces(): readonly Place[] {
  const offers = useQuery(companionQuery).data?.offers
  return PLACES.filter(({ offer }) => offer === undefined || offers?.includes(offer))
}
