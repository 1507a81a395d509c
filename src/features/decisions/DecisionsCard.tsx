import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { preferences } from '../../lib/preferences.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import './decisions-card.css'

/** Link on the home page to the decided prices. Renders nothing if there are none. */
export function DecisionsCard() {
  const count = preferences.decisionCount.get()
  if (count === 0) return null
  return (
    <Link to={ROUTES.decisions} className="decisions-card">
      <b>Решения</b> {countText(count, PRICES)}
    </Link>
  )
}
