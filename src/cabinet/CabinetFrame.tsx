import { type ReactNode, Suspense } from 'react'
import { NavLink, Outlet } from 'react-router-dom'
import { useSession } from '../session/useSession.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useUnreadCount } from './notifications/useNotificationList.ts'
import './cabinet.css'

interface Entry {
  to: string
  label: string
  icon: IconName
  counts?: true
}

const ENTRIES: readonly Entry[] = [
  { to: '/', label: 'Назад', icon: 'back' },
  { to: '/profile/account', label: 'Профиль', icon: 'user' },
  { to: '/profile/notifications', label: 'Уведомления', icon: 'bell', counts: true },
  { to: '/profile/settings', label: 'Настройки', icon: 'settings' },
]

/** Sidebar of the personal cabinet (document 1 §2), on a phone a bar below; the child page appears beside it. */
export default function CabinetFrame({ bar }: { bar: ReactNode }) {
  const { signOut } = useSession()
  const unread = useUnreadCount()
  return (
    <div className="cabinet">
      {bar}
      <nav className="cabinet-nav" aria-label="Личный кабинет">
        {ENTRIES.map(({ to, label, icon, counts }) => (
          <NavLink key={to} to={to} end={to === '/'} className="cabinet-link">
            <Icon name={icon} />
            <span className="cabinet-label">{label}</span>
            {counts && <Badge value={unread} max={99} />}
          </NavLink>
        ))}
        <button type="button" className="cabinet-link" onClick={() => signOut('cabinet')}>
          <Icon name="logout" />
          <span className="cabinet-label">Выход</span>
        </button>
      </nav>
      <main className="cabinet-main">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}
