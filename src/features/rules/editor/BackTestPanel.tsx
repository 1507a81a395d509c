import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { addDays } from '../../../../contract/lib/dates.ts'
import type { BackTestAnswer, RuleHit, RuleSettings } from '../../../../contract/rules/rule.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatDay } from '../../../ui/format-moment.ts'
import { TYRES } from '../../../ui/nouns.ts'
import { countText, type NounForms } from '../../../ui/plural.ts'
import { changeOfHit, changeOfHitText, EVENTS, hitPriceText, movedText } from '../rule-words.ts'
import type { BackTest } from './useBackTest.ts'

/** Number of events a day from which on a digest is proposed. */
const OFTEN = 50

interface OutcomeProps {
  settings: RuleSettings
  /** sets the proposed digest */
  onDigest(): void
}

interface BackTestPanelProps extends OutcomeProps {
  test: BackTest
  /** whether the settings are complete enough for a back-test */
  isReady: boolean
}

/** Events that the edited rule would have reported (specification 25.4). */
export function BackTestPanel({ test, isReady, ...outcome }: BackTestPanelProps) {
  const { answer, isStale, error, retry } = test
  return (
    <section className="panel rule-test" aria-labelledby="rule-test-heading" aria-busy={isStale}>
      <h2 id="rule-test-heading">Как сработало бы</h2>
      {!isReady && (
        <p className="panel-words">Выберите шины, и здесь будет видно, как часто сработало бы правило.</p>
      )}
      {isReady && error && (
        <Alert
          action={
            <Button variant="quiet" onClick={retry}>
              Повторить
            </Button>
          }
        >
          {failureText(error)}
        </Alert>
      )}
      {isReady && !answer && !error && (
        <p className="panel-words" role="status">
          Считаем по истории цен…
        </p>
      )}
      {isReady && answer && (
        <div className="rule-test-result grid gap-10" data-stale={isStale || undefined}>
          <Outcome answer={answer} {...outcome} />
        </div>
      )}
    </section>
  )
}

export const TIMES: NounForms = ['раз', 'раза', 'раз']

function Outcome({ answer, settings, onDigest }: OutcomeProps & { answer: BackTestAnswer }) {
  const { from, to, days, events, tyres, daily, hits, complete } = answer
  if (from === null || to === null || days === 0) {
    return (
      <p className="panel-words" role="status">
        За последние 30 дней цен нет, проверить не на чем. Правило начнёт работать со следующей загрузки.
      </p>
    )
  }
  const aDay = events / days
  const isOften = aDay > OFTEN
  return (
    <>
      <p className="rule-test-count text-16" role="status">
        {events === 0 ? (
          'За последние 30 дней не сработало бы ни разу.'
        ) : (
          <>
            За последние 30 дней сработало бы <b>{countText(events, TIMES)}</b>.
          </>
        )}
      </p>
      <p className="field-hint">
        {settings.event.type !== 'late' && `Сейчас под правилом ${countText(tyres, TYRES)}. `}
        {!complete && 'История прошлых дней ещё собирается: событий может быть больше.'}
      </p>
      {isOften && settings.timing.at === 'once' && (
        <Alert
          tone="warning"
          action={
            <Button variant="quiet" onClick={onDigest}>
              Сводкой в 8:30
            </Button>
          }
        >
          Это больше {OFTEN} событий в день, в среднем {Math.round(aDay)}. Читать такое удобнее одной сводкой
          утром.
        </Alert>
      )}
      {events > 0 && (
        <>
          <DailyBars from={from} daily={daily} />
          <LatestHits hits={hits} events={events} until={formatDay(to)} />
        </>
      )}
    </>
  )
}

/** Width of a day and height of the drawing in its own units; CSS stretches the drawing to its container. */
const STEP = 10
const HEIGHT = 60

interface DailyBarsProps {
  /** first day, YYYY-MM-DD */
  from: string
  /** number of events of each day; null for a day without prices */
  daily: readonly (number | null)[]
}

/** Bar chart of the number of events a day. Days without prices have a mark instead of a bar. */
function DailyBars({ from, daily }: DailyBarsProps) {
  const most = Math.max(1, ...daily.map((events) => events ?? 0))
  const days = daily.map((events, at) => ({ day: formatDay(addDays(from, at)), events }))
  const [first, last] = [days[0], days.at(-1)]
  const busiest = days.find(({ events }) => events === most)
  if (!first || !last || !busiest) return null
  return (
    <figure className="rule-bars grid gap-4">
      <figcaption className="field-hint">
        Больше всего {busiest.day}: {countText(most, EVENTS)}
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`События по дням с ${first.day} по ${last.day}, больше всего ${busiest.day}: ${countText(most, EVENTS)}`}
      >
        {days.map(({ day, events }, at) => {
          const height = events === null ? 2 : Math.max(events === 0 ? 0 : 3, (events / most) * HEIGHT)
          return (
            <rect
              key={day}
              x={at * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              data-empty={events === null || undefined}
            >
              <title>{`${day}: ${events === null ? 'цен нет' : countText(events, EVENTS)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div className="field-hint flex justify-between" aria-hidden>
        <span>{first.day}</span>
        <span>{last.day}</span>
      </div>
    </figure>
  )
}

const FIRST = 5

interface LatestHitsProps {
  hits: readonly RuleHit[]
  /** number of all events, of which `hits` are the latest */
  events: number
  /** last day of the history in words */
  until: string
}

/** Latest events of a back-test. */
function LatestHits({ hits, events, until }: LatestHitsProps) {
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
              <Link
                className="link"
                to={cardPath(hit.tyre, { date: hit.day, city: hit.city || null, why: null })}
              >
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
