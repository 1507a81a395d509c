import { Link } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { useMenu } from '../features/cabinet/useOffer.ts'

/** Pages to which entries of the user menu lead already. */
const ABOVE: readonly string[] = [ROUTES.account, ROUTES.notifications]

/** All pages but home and reports in the user menu, by group (specification 2.5). */
export function MenuGroups({ onLeave }: { onLeave(): void }) {
  return (
    <div className="menu-groups">
      {useMenu().groups.map(({ name, entries }) => (
        <ul key={name} className="menu-group" aria-label={name}>
          {entries
            .filter(({ to }) => !ABOVE.includes(to))
            .map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="popup-item" onClick={onLeave}>
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </div>
  )
}
