import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BackTestAnswer, RuleSettings } from '../../../../contract/rules/rule.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { useSettled } from '../../../lib/useSettled.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatDay } from '../../../ui/format-moment.ts'
import { TYRES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { backTestQuery } from '../rule-calls.ts'
import { DailyBars } from './DailyBars.tsx'
import { LatestHits } from './LatestHits.tsx'

/** Pause in ms after the last change of a setting, before its back-test is requested. */
const PAUSE = 300
/** Number of events a day from which on a digest is proposed. */
const OFTEN = 50

interface BackTestPanelProps {
  settings: RuleSettings
  /** whether the settings are complete enough for a back-test */
  isReady: boolean
  /** sets the proposed digest */
  onDigest(): void
}

/** Events that the edited rule would have reported (specification 25.4), requested again with every change. */
export function BackTestPanel({ settings, isReady, onDigest }: BackTestPanelProps) {
  // Compared as text, because each render has a new object.
  const text = JSON.stringify(settings)
  const current = useMemo(() => JSON.parse(text) as RuleSettings, [text])
  const settled = useSettled(current, PAUSE)
  const { data, error, isFetching, refetch } = useQuery({ ...backTestQuery(settled), enabled: isReady })
  const [last, setLast] = useState<BackTestAnswer>()
  if (data && data !== last) setLast(data)
  const shown = data ?? last
  const isStale = isReady && (isFetching || settled !== current)
  return (
    <section className="panel rule-test" aria-labelledby="rule-test-heading" aria-busy={isStale}>
      <h2 id="rule-test-heading">Как сработало бы</h2>
      {!isReady && (
        <p className="panel-words">Выберите шины, и здесь будет видно, как часто сработало бы правило.</p>
      )}
      {isReady && error && !isFetching && (
        <Alert
          action={
            <Button variant="quiet" onClick={() => void refetch()}>
              Повторить
            </Button>
          }
        >
          {failureText(error)}
        </Alert>
      )}
      {isReady && !shown && !error && (
        <p className="panel-words" role="status">
          Считаем по истории цен…
        </p>
      )}
      {isReady && shown && (
        <div className="rule-test-result" data-stale={isStale || undefined}>
          <Outcome answer={shown} settings={settings} onDigest={onDigest} />
        </div>
      )}
    </section>
  )
}

const TIMES = ['раз', 'раза', 'раз'] as const

function Outcome({
  answer,
  settings,
  onDigest,
}: Omit<BackTestPanelProps, 'isReady'> & { answer: BackTestAnswer }) {
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
      <p className="rule-test-count" role="status">
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
