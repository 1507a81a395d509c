import type { BackTestAnswer, RuleSettings } from '../../../../contract/rules/rule.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatDay } from '../../../ui/format-moment.ts'
import { TYRES } from '../../../ui/nouns.ts'
import { countText, type NounForms } from '../../../ui/plural.ts'
import { DailyBars } from './DailyBars.tsx'
import { LatestHits } from './LatestHits.tsx'
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
