import { Link } from 'react-router-dom'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { useOfferedEntries } from '../cabinet/offered-entries.ts'

/** Links to the pages for which a phone's bottom bar has no space. */
export function OfferedSection() {
  const entries = useOfferedEntries()
  if (entries.length === 0) return null
  return (
    <nav className="account-offered" aria-label="Ещё в кабинете">
      {entries.map(({ to, label, icon }) => (
        <Link key={to} to={to} className="account-offered-link">
          <CabinetIcon name={icon} />
          {label}
          <CabinetIcon name="chevron" />
        </Link>
      ))}
    </nav>
  )
}
