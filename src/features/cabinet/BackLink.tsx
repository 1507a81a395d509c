import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CabinetIcon } from './CabinetIcon.tsx'

/** Link of a page back to the list that it belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="back-to-list">
      <CabinetIcon name="back" />
      {children}
    </Link>
  )
}
