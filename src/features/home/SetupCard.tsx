import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { freshnessQuery } from '../../data/freshness-query.ts'

/** Way back to the set-up, for administrators of an installation without prices (specification 28.5). */
export function SetupCard() {
  const offers = useQuery(companionQuery).data?.offers
  const isAdmin = offers?.includes('status') === true
  const { data } = useQuery({ ...freshnessQuery, enabled: isAdmin })
  if (!isAdmin || !data || data.days.length > 0) return null
  return (
    <p className="setup-card-home">
      <span>Цен ещё нет: добавьте первый прайс-лист, и здесь появится, что решить.</span>
      <Link to={`${STATUS_ROUTE}/setup`} className="button button-primary">
        Продолжить настройку
      </Link>
    </p>
  )
}
