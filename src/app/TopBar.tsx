import { Link } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { Brand } from '../ui/Brand.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { UserMenu } from './UserMenu.tsx'
import './frame.css'

interface TopBarProps {
  /** of the page, if it has no heading of its own */
  title?: string
  /** with the fixed 'Назад' link to the home page */
  back?: boolean
}

/** The top bar of every signed-in page (specification 2.4). */
export function TopBar({ title, back = false }: TopBarProps) {
  return (
    <header className="top-bar bar">
      {back && (
        <Link to={ROUTES.home} className="back-link">
          <Icon name="back" />
          Назад
        </Link>
      )}
      <Brand />
      {title !== undefined && <h1 className="page-title">{title}</h1>}
      <div className="top-bar-end">
        <ThemeToggle />
        <UserMenu />
      </div>
    </header>
  )
}
