import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'

interface StrategiesLinkProps {
  /** explanation above the link; '' for none */
  words?: string
}

/** Link to the strategies. Renders nothing if the server does not offer them (specification 19.14). */
export function StrategiesLink({ words = '' }: StrategiesLinkProps) {
  const isOffered = useQuery(companionQuery).data?.offers.includes('strategies') ?? false
  return (
    isOffered && (
      <>
        {words !== '' && <p>{words}</p>}
        <Link to={ROUTES.strategies} className="button button-secondary strategies-link">
          Стратегии
        </Link>
      </>
    )
  )
}
