import { type ReactNode, useRef } from 'react'
import { NavLink, Outlet } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { CabinetIcon } from '../../features/cabinet/CabinetIcon.tsx'
import type { MenuEntry } from '../../features/cabinet/menu.ts'
import { ProofPrompt } from '../../features/cabinet/proof/ProofPrompt.tsx'
import { useMenu } from '../../features/cabinet/useOffer.ts'
import { useUnreadCount } from '../../features/notifications/notification-changes.ts'
import { useSession } from '../../session/useSession.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useFocusOnOpen } from '../../ui/useFocusOnOpen.ts'
import './cabinet.css'
import './data-table.css'

const BACK: MenuEntry = { to: ROUTES.home, label: 'Назад', icon: 'back', keys: '', short: 'Назад' }

/**
 * Frame of the personal cabinet's pages, with a sidebar (specification 3.1). On a phone, the sidebar becomes a bottom
 * bar with five entries; the others are in the user menu, and 'Выход' is on the account page.
 */
export function CabinetFrame({ bar }: { bar: ReactNode }) {
  const { signOut } = useSession()
  const unread = useUnreadCount()
  // Hidden until it is known what the server offers: further entries would move the others.
  const { groups, isKnown } = useMenu()
  const main = useRef<HTMLElement>(null)
  useFocusOnOpen(main)
  return (
    <div className="cabinet">
      {bar}
      <nav className="cabinet-nav" aria-label="Личный кабинет">
        <CabinetLink entry={BACK} />
        {groups.map(({ name, entries }) => (
          <ul key={name} className="menu-group" aria-label={name} data-early={!isKnown}>
            {entries.map((entry) => (
              <li key={entry.to}>
                <CabinetLink entry={entry}>
                  {entry.to === ROUTES.notifications && <Badge value={unread} max={99} />}
                </CabinetLink>
              </li>
            ))}
          </ul>
        ))}
        <button
          type="button"
          className="cabinet-link cabinet-logout"
          data-early={!isKnown}
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

function CabinetLink({ entry, children }: { entry: MenuEntry; children?: ReactNode }) {
  const { to, label, short, icon } = entry
  const isLong = short !== undefined && short !== label
  return (
    <NavLink to={to} end={to === ROUTES.home} className="cabinet-link" data-bar={short && ''}>
      <CabinetIcon name={icon} />
      <span className="cabinet-label" data-long={isLong ? '' : undefined}>
        {label}
      </span>
      {isLong && <span className="cabinet-short" aria-hidden data-text={short} />}
      {children}
    </NavLink>
  )
}
