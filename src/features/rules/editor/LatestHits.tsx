import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { RuleHit } from '../../../../contract/rules/rule.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDay } from '../../../ui/format-moment.ts'
import { changeOfHit, changeOfHitText, hitPriceText, movedText } from '../hit-words.ts'

const FIRST = 5

interface LatestHitsProps {
  hits: readonly RuleHit[]
  /** number of all events, of which `hits` are the latest */
  events: number
  /** last day of the history in words */
  until: string
}

/** Latest events of a back-test. */
export function LatestHits({ hits, events, until }: LatestHitsProps) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? hits : hits.slice(0, FIRST)
  return (
    <>
      <h3 id={id} className="rule-hits-heading">
        Последние события, до {until}
      </h3>
      <ul className="rule-hits grid list-none text-13" aria-labelledby={id}>
        {shown.map((hit) => (
          <li key={`${hit.day} ${hit.site} ${hit.city} ${hit.tyre}`}>
            {hit.tyre === '' ? (
              <b>Нет цен сайта</b>
            ) : (
              <Link to={cardPath(hit.tyre, { date: hit.day, city: hit.city || null, why: null })}>
                {hit.name}
              </Link>
            )}
            <span className="tabular-nums">
              {movedText(hit)}
              {changeOfHit(hit) !== null &&
                changeOfHit(hit) !== 0 &&
                ` (${changeOfHitText(changeOfHit(hit))})`}
            </span>
            <span className="field-hint">{whereText(hit)}</span>
          </li>
        ))}
      </ul>
      {!isWhole && hits.length > FIRST && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {hits.length < events ? `Показать последние ${hits.length}` : `Показать все ${hits.length}`}
        </Button>
      )}
    </>
  )
}

/** Returns day, site and city of an event, and what its price was compared with. */
const whereText = ({ day, site, city, compared }: RuleHit): string =>
  [formatDay(day), site, city, compared !== null && `против ${hitPriceText(compared)} ₽`]
    .filter(Boolean)
    .join(' · ')
