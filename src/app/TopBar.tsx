import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { SearchButton } from '../features/search/SearchButton.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { useFocusOnOpen } from '../ui/useFocusOnOpen.ts'
import { chunks, pages } from './pages.ts'
import { UserMenu } from './UserMenu.tsx'
import './frame.css'

interface TopBarProps {
  /** title of the page; omitted if the page has a heading of its own */
  title?: string
  /** whether to render the 'Назад' link, which leads to the home page */
  back?: boolean
}

/** Top bar of every signed-in page (specification 2.4). */
export function TopBar({ title, back = false }: TopBarProps) {
  return (
    <header className={`top-bar bar${back ? ' top-bar-back' : ''}`}>
      {back && (
        <Link to={ROUTES.home} className="back-link">
          <Icon name="back" />
          Назад
        </Link>
      )}
      <Brand />
      {title !== undefined && <PageTitle>{title}</PageTitle>}
      <SearchButton Dialog={pages.palette.default} preload={chunks.palette.preload} />
      <div className="top-bar-end">
        <ThemeToggle />
        <UserMenu />
      </div>
    </header>
  )
}

function PageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnOpen(heading)
  return (
    <h1 ref={heading} className="page-title" tabIndex={-1}>
      {children}
    </h1>
  )
}

interface FrameProps {
  title: string
  /** whether to render the 'Назад' link, which leads to the home page */
  back?: boolean
  children: ReactNode
}

/** Frame of the home and report pages: the top bar and the page below it. */
export function Frame({ title, back = false, children }: FrameProps) {
  return (
    <div className="frame">
      <TopBar title={title} back={back} />
      <main className="frame-main">{children}</main>
    </div>
  )
}
