import type { ReactNode } from 'react'
import { NavLink, Outlet } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { useSession } from '../session/useSession.ts'
import { Badge } from '../ui/Badge.tsx'
import { CabinetIcon, type CabinetIconName } from './CabinetIcon.tsx'
import { useUnreadCount } from './notifications/useNotificationList.ts'
import './cabinet.css'

interface Entry {
  to: string
  label: string
  /** for narrow places */
  short?: string
  icon: CabinetIconName
  counts?: true
}

const ENTRIES: readonly Entry[] = [
  { to: ROUTES.home, label: 'Назад', icon: 'back' },
  { to: ROUTES.account, label: 'Профиль', icon: 'user' },
  { to: ROUTES.notifications, label: 'Уведомления', icon: 'bell', counts: true },
  { to: ROUTES.settings, label: 'Настройки', icon: 'settings' },
  { to: ROUTES.saved, label: 'Сохранённые данные', short: 'Данные', icon: 'device' },
]

/**
 * Sidebar of the personal cabinet (specification 3.1), beside the child page. On a phone it is a bar at the bottom, and
 * 'Выход' is at the end of the account page.
 */
export default function CabinetFrame({ bar }: { bar: ReactNode }) {
  const { signOut } = useSession()
  const unread = useUnreadCount()
  return (
    <div className="cabinet">
      {bar}
      <nav className="cabinet-nav" aria-label="Личный кабинет">
        {ENTRIES.map(({ to, label, short, icon, counts }) => (
          <NavLink key={to} to={to} end={to === ROUTES.home} className="cabinet-link">
            <CabinetIcon name={icon} />
            <span className="cabinet-label" data-long={short && ''}>
              {label}
            </span>
            {short && <span className="cabinet-short" aria-hidden data-text={short} />}
            {counts && <Badge value={unread} max={99} />}
          </NavLink>
        ))}
        <button type="button" className="cabinet-link cabinet-logout" onClick={() => signOut('cabinet')}>
          <CabinetIcon name="logout" />
          <span className="cabinet-label">Выход</span>
        </button>
      </nav>
      <main className="cabinet-main">
        <Outlet />
      </main>
    </div>
  )
}
