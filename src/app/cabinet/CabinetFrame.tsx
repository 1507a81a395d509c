import { type ReactNode, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { CabinetIcon } from '../../features/cabinet/CabinetIcon.tsx'
import {
  OFFERED_ENTRIES,
  useAwaitsEntries,
  useOfferedEntries,
} from '../../features/cabinet/offered-entries.ts'
import { ProofPrompt } from '../../features/cabinet/proof/ProofPrompt.tsx'
import { useUnreadCount } from '../../features/notifications/useNotificationList.ts'
import { useSession } from '../../session/useSession.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useFocusOnOpen } from '../../ui/useFocusOnOpen.ts'
import { BACK, ENTRIES } from './entries.ts'
import './cabinet.css'
import './data-table.css'

/**
 * Frame of the personal cabinet's pages, with a sidebar (specification 3.1). On a phone, the sidebar becomes a bottom
 * bar with five entries; the other entries and 'Выход' are on the account page.
 */
export function CabinetFrame({ bar }: { bar: ReactNode }) {
  const { signOut } = useSession()
  const unread = useUnreadCount()
  const offered = useOfferedEntries()
  const awaits = useAwaitsEntries()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useFocusOnOpen(main)
  const belowAccount = OFFERED_ENTRIES.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return (
    <div className="cabinet">
      {bar}
      <nav className="cabinet-nav" aria-label="Личный кабинет">
        {[BACK, ...ENTRIES].map(({ to, label, short, icon, counts }) => (
          <NavLink
            key={to}
            to={to}
            end={to === ROUTES.home}
            className="cabinet-link"
            data-below={(to === ROUTES.account && belowAccount) || undefined}
          >
            <CabinetIcon name={icon} />
            <span className="cabinet-label" data-long={short && ''}>
              {label}
            </span>
            {short && <span className="cabinet-short" aria-hidden data-text={short} />}
            {counts && <Badge value={unread} max={99} />}
          </NavLink>
        ))}
        {offered.map(({ to, label, icon }) => (
          <NavLink key={to} to={to} className="cabinet-link cabinet-offered">
            <CabinetIcon name={icon} />
            <span className="cabinet-label">{label}</span>
          </NavLink>
        ))}
        <button
          type="button"
          className="cabinet-link cabinet-logout"
          data-early={awaits}
          onClick={() => signOut('cabinet')}
        >
          <CabinetIcon name="logout" />
          <span className="cabinet-label">Выход</span>
        </button>
      </nav>
      <main ref={main} className="cabinet-main" tabIndex={-1}>
        <Outlet />
      </main>
      <ProofPrompt />
    </div>
  )
}
