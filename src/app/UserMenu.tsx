import { useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../session/useSession.ts'
import { Icon } from '../ui/Icon.tsx'

/**
 * Opened and closed by a click on the username (documents 1 and 2, §2). A native popover: the browser closes it on Escape
 * and on a click elsewhere, and gives the focus back.
 */
export function UserMenu() {
  const { username, signOut } = useSession()
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button type="button" className="user-button" popoverTarget={id}>
        <Icon name="user" />
        <span className="user-name">{username || 'Пользователь'}</span>
        <Icon name="chevron" />
      </button>
      <nav ref={menu} id={id} popover="auto" className="popup user-menu" aria-label="Меню пользователя">
        <Link to="/profile" className="popup-item" onClick={close}>
          Личный кабинет
        </Link>
        <Link to="/profile/notifications" className="popup-item" onClick={close}>
          Уведомления
        </Link>
        <button type="button" className="popup-item" onClick={() => signOut()}>
          Выход
        </button>
      </nav>
    </>
  )
}
