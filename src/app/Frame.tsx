import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Brand } from '../ui/Brand.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { UserMenu } from './UserMenu.tsx'
import './frame.css'

interface FrameProps {
  title: string
  /** with the fixed 'Назад' link to the home page */
  back?: boolean
  children: ReactNode
}

/** Top bar of the home and report pages (document 2 §2, Common layout). */
export function Frame({ title, back = false, children }: FrameProps) {
  return (
    <div className="frame">
      <header className="top-bar">
        {back && (
          <Link to="/" className="back-link">
            <Icon name="back" />
            Назад
          </Link>
        )}
        <Brand />
        <h1 className="page-title">{title}</h1>
        <div className="top-bar-end">
          <ThemeToggle />
          <UserMenu />
        </div>
      </header>
      <main className="frame-main">{children}</main>
    </div>
  )
}
