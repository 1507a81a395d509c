import { useQuery } from '@tanstack/react-query'
import type { CompanionFeature } from '../../../contract/companion.ts'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import type { CabinetIconName } from './CabinetIcon.tsx'

interface OfferedEntry {
  to: string
  label: string
  icon: CabinetIconName
  offer: CompanionFeature
}

/** Entries of the cabinet that only a companion offers, each with the feature that it needs (specification 11.1). */
export const OFFERED_ENTRIES: readonly OfferedEntry[] = [
  { to: ROUTES.security, label: 'Безопасность', icon: 'shield', offer: 'security' },
  { to: ROUTES.rules, label: 'Правила', icon: 'rules', offer: 'rules' },
  { to: ROUTES.pages, label: 'Страницы', icon: 'globe', offer: 'pages' },
  { to: ROUTES.recommended, label: 'РРЦ', icon: 'tag', offer: 'rrp' },
  { to: ROUTES.sources, label: 'Источники', icon: 'inbox', offer: 'sources' },
  { to: ROUTES.outlets, label: 'Выгрузки', icon: 'send', offer: 'outlets' },
  { to: ROUTES.matching, label: 'Сопоставление', icon: 'link', offer: 'matching' },
  { to: ROUTES.users, label: 'Пользователи', icon: 'users', offer: 'users' },
  { to: ROUTES.audit, label: 'Журнал', icon: 'log', offer: 'audit' },
  { to: STATUS_ROUTE, label: 'Состояние', icon: 'gauge', offer: 'status' },
]

/**
 * Returns whether the server has not said yet what it offers. Until then, what is below the entries is hidden: they would
 * move it.
 */
export const useAwaitsEntries = (): boolean => useQuery(companionQuery).isPending

/** Returns the entries that this server offers to this user. */
export function useOfferedEntries(): readonly OfferedEntry[] {
  const offers = useQuery(companionQuery).data?.offers
  return OFFERED_ENTRIES.filter(({ offer }) => offers?.includes(offer))
}
