import { Suspense } from 'react'
import { Link, NavLink, Outlet } from 'react-router-dom'
import { useSession } from '../session/useSession.ts'
import { Icon } from '../ui/Icon.tsx'
import { Loading } from '../ui/Loading.tsx'
import './cabinet.css'

/** Sidebar of the personal cabinet (document 1 §2); the child page appears beside it. */
export default function CabinetFrame() {
  const { signOut } = useSession()
  return (
    <div className="cabinet">
      <nav className="cabinet-nav" aria-label="Личный кабинет">
        <Link to="/" className="cabinet-link">
          <Icon name="back" />
          Назад
        </Link>
        <NavLink to="/profile/account" className="cabinet-link">
          <Icon name="user" />
          Профиль
        </NavLink>
        <button type="button" className="cabinet-link" onClick={() => signOut('cabinet')}>
          <Icon name="close" />
          Выход
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
