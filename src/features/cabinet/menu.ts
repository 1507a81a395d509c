import type { CompanionFeature } from '../../../contract/companion.ts'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { ROUTES } from '../../../contract/routes.ts'
import type { CabinetIconName } from './CabinetIcon.tsx'

export interface MenuEntry {
  to: string
  label: string
  icon: CabinetIconName
  /** key to press after g (specification 20.2): the first letter of the path, of the English or of the Russian name */
  keys: string
  /** feature that the server must offer; undefined for a page that exists with every backend */
  offer?: CompanionFeature
  /** label in a phone's bottom bar; entries without one are not in the bar */
  short?: string
}

export interface MenuGroup {
  name: string
  entries: readonly MenuEntry[]
}

/** All pages but home and reports, grouped by what people do (specification 3.1). */
export const MENU: readonly MenuGroup[] = [
  {
    name: 'Цены',
    entries: [
      { to: ROUTES.decisions, label: 'Решения', icon: 'check-all', keys: 'e' },
      { to: ROUTES.strategies, label: 'Стратегии', icon: 'target', keys: 'c', offer: 'strategies' },
      { to: ROUTES.recommended, label: 'РРЦ', icon: 'tag', keys: 'k', offer: 'rrp' },
      { to: ROUTES.outlets, label: 'Выгрузки', icon: 'send', keys: 'v', offer: 'outlets' },
      { to: ROUTES.totals, label: 'Итоги', icon: 'chart', keys: 'f', offer: 'totals' },
    ],
  },
  {
    name: 'Сбор',
    entries: [
      { to: ROUTES.sources, label: 'Источники', icon: 'inbox', keys: 'i', offer: 'sources' },
      { to: ROUTES.pages, label: 'Страницы', icon: 'globe', keys: 't', offer: 'pages' },
      { to: ROUTES.matching, label: 'Сопоставление', icon: 'link', keys: 'm', offer: 'matching' },
    ],
  },
  {
    name: 'Команда',
    entries: [
      { to: ROUTES.users, label: 'Пользователи', icon: 'users', keys: 'u', offer: 'users' },
      { to: ROUTES.audit, label: 'Журнал', icon: 'log', keys: 'l', offer: 'audit' },
      { to: STATUS_ROUTE, label: 'Состояние', icon: 'gauge', keys: 'x', offer: 'status' },
    ],
  },
  {
    name: 'Я',
    entries: [
      { to: ROUTES.account, label: 'Профиль', icon: 'user', keys: 'p', short: 'Профиль' },
      { to: ROUTES.notifications, label: 'Уведомления', icon: 'bell', keys: 'n', short: 'Уведомления' },
      { to: ROUTES.settings, label: 'Настройки', icon: 'settings', keys: 's', short: 'Настройки' },
      { to: ROUTES.saved, label: 'Сохранённые данные', icon: 'device', keys: 'd', short: 'Данные' },
      { to: ROUTES.security, label: 'Безопасность', icon: 'shield', keys: 'b', offer: 'security' },
      { to: ROUTES.rules, label: 'Правила', icon: 'rules', keys: 'w', offer: 'rules' },
    ],
  },
]
