import { ROUTES } from '../../../contract/routes.ts'
import type { CabinetIconName } from '../../features/cabinet/CabinetIcon.tsx'

interface Entry {
  to: string
  label: string
  /** shorter label for the bottom bar */
  short?: string
  icon: CabinetIconName
  counts?: true
}

/** Entries of the cabinet that exist with every backend (specification 3.1). */
export const ENTRIES: readonly Entry[] = [
  { to: ROUTES.account, label: 'Профиль', icon: 'user' },
  { to: ROUTES.notifications, label: 'Уведомления', icon: 'bell', counts: true },
  { to: ROUTES.settings, label: 'Настройки', icon: 'settings' },
  { to: ROUTES.saved, label: 'Сохранённые данные', short: 'Данные', icon: 'device' },
]

export const BACK: Entry = { to: ROUTES.home, label: 'Назад', icon: 'back' }
