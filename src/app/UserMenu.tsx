import { type MouseEvent, useCallback, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { createStore, useStore } from '../lib/store.ts'
import { install, installWay } from '../pwa/install.ts'
import { useSession } from '../session/useSession.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useDismissal } from '../ui/useDismissal.ts'
import { pages } from './pages.ts'

/** Page on which the menu entry 'Уведомления' does nothing (specification 2.5). */
const WITHOUT_NOTIFICATIONS = ROUTES.settings

/** Number of the signed-in user's unread notifications; 0 until it is known. */
export const unreadCount = createStore(0)

const doNothing = (event: MouseEvent) => event.preventDefault()

/**
 * Menu that a click on the username opens, and that Escape or a click elsewhere closes (specification 2.5). A native
 * popover would need Safari 17 or Firefox 125, and users of older browsers also need 'Установить приложение'.
 */
export function UserMenu() {
  const { username, signOut } = useSession()
  const { pathname } = useLocation()
  const unread = useStore(unreadCount)
  const id = useId()
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const way = useStore(installWay)
  const [steps, setSteps] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useDismissal(open, whole, close, button)
  const inCabinet = pathname.startsWith(ROUTES.profile)
  const startInstall = () => {
    close()
    if (way === 'prompt') void install()
    else setSteps(true)
  }
  const leave = () => {
    close()
    // Focuses the button, to which the focus returns if the user cancels the logout.
    button.current?.focus()
    signOut(inCabinet ? 'cabinet' : undefined)
  }
  const closeSteps = () => {
    setSteps(false)
    // Focuses the button, because the menu entry that opened the dialog is hidden.
    button.current?.focus()
  }
  return (
    <div ref={whole}>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="user" />
        <span className="user-name">{username || 'Пользователь'}</span>
        {unread > 0 && <span className="unread-dot" />}
        <Icon name="chevron" />
      </button>
      <nav id={id} hidden={!open} className="popup user-menu" aria-label="Меню пользователя">
        <Link to={ROUTES.profile} className="popup-item" onClick={close}>
          Личный кабинет
        </Link>
        <Link
          to={ROUTES.notifications}
          className="popup-item"
          onClick={pathname === WITHOUT_NOTIFICATIONS ? doNothing : close}
        >
          Уведомления
          <Badge value={unread} />
        </Link>
        {open && <pages.background.MenuGroups onLeave={close} />}
        {way !== null && (
          <button
            type="button"
            className="popup-item user-menu-install"
            data-palette=""
            onClick={startInstall}
          >
            Установить приложение
          </button>
        )}
        <button type="button" className="popup-item" data-palette="выйти" onClick={leave}>
          Выход
        </button>
      </nav>
      {steps && <pages.background.InstallSteps onClose={closeSteps} />}
    </div>
  )
}
