import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { countText } from '../../ui/plural.ts'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { firingsQuery } from './rule-queries.ts'
import { firingPath } from './rule-routes.ts'
import { EVENTS } from './rule-words.ts'

const FIRST = 10

export function FiringList({ rule }: { rule: number }) {
  const { data, error, refetch } = useQuery(firingsQuery(rule))
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? data : data?.slice(0, FIRST)
  return (
    <section className="panel" aria-labelledby="rule-firings-heading">
      <h2 id="rule-firings-heading">Как срабатывало</h2>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <p className="panel-words">Ещё ни разу.</p>}
      {shown && shown.length > 0 && (
        <ul className="rule-firings grid gap-6 list-none text-14">
          {shown.map(({ id, at, events }) => (
            <li key={id}>
              <Link to={firingPath(id)} className="link">
                {formatMoment(at)}
              </Link>
              <span>{countText(events, EVENTS)}</span>
            </li>
          ))}
        </ul>
      )}
      {data && shown && shown.length < data.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Показать все {data.length}
        </Button>
      )}
    </section>
  )
}
