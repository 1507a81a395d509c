import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import type { StrategiesAnswer } from '../../../contract/strategies/strategy.ts'
import { STRATEGY_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { MoveButton } from '../../ui/MoveButton.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { QueryState } from '../cabinet/QueryState.tsx'
import { RailsSection } from './RailsSection.tsx'
import { everyStrategy, strategiesQuery } from './strategy-queries.ts'
import { strategyFilterWords, strategyRuleWords } from './strategy-words.ts'

type Listed = StrategiesAnswer['strategies'][number]

/** List of the team's strategies in the order in which they are tried, and the limits below it. */
export function StrategyList() {
  useDocumentTitle('Стратегии')
  const query = useQuery(strategiesQuery)
  const count = query.data?.strategies.length ?? 0
  const queries = useQueryClient()
  const { problem, run, dismiss } = useAction()
  const [moved, setMoved] = useState<Listed['id'] | null>(null)
  const move = (id: number, up: boolean) => {
    setMoved(null)
    void run(async () => {
      await call(STRATEGY_CALLS.move, { id, up })
      await queries.invalidateQueries(everyStrategy)
      setMoved(id)
    })
  }
  return (
    <>
      <Link to={ROUTES.decisions} className="link to-strategies justify-self-start text-14">
        ‹ Решения
      </Link>
      <div className="strategies-head flex flex-wrap items-center gap-8-16 text-muted">
        <h2>Стратегии</h2>
        <p>{count > 0 && 'Цену решает первая стратегия, под которую она подходит.'}</p>
        <Link to={`${ROUTES.strategies}/new`} className="button button-primary">
          Новая стратегия
        </Link>
      </div>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <QueryState query={query} loading="Загрузка стратегий..." failed="">
        {({ strategies, rails, rails_by: by, admin }) => (
          <>
            {count === 0 && (
              <p className="strategies-none text-15 text-muted">
                Стратегий пока нет. Стратегия — это правило с именем: «на 1 % ниже второй цены, не ниже
                себестоимости + 7 %, на 90». Она решает цены выбранных шин, проверяется на последних 30 днях и
                может собирать набор каждое утро.
              </p>
            )}
            <p className="visually-hidden" role="status">
              {moved !== null && placeWords(strategies, moved)}
            </p>
            {count > 0 && (
              <ol className="strategy-list grid list-none rounded-lg bg-raised border" aria-label="Стратегии">
                {strategies.map((strategy, index) => (
                  <li key={strategy.id}>
                    <div className="flex items-start">
                      <MoveButton
                        name={strategy.settings.name}
                        up
                        blocked={index === 0}
                        onMove={() => move(strategy.id, true)}
                      />
                      <MoveButton
                        name={strategy.settings.name}
                        blocked={index === count - 1}
                        onMove={() => move(strategy.id, false)}
                      />
                    </div>
                    <StrategyItem strategy={strategy} demandsApproval={rails.approval} />
                  </li>
                ))}
              </ol>
            )}
            <RailsSection rails={rails} by={by} isAdmin={admin} />
          </>
        )}
      </QueryState>
    </>
  )
}

/** Returns text for the new place of a strategy; '' after it was removed. */
function placeWords(strategies: readonly Listed[], id: number): string {
  const at = strategies.findIndex((one) => one.id === id)
  return at < 0
    ? ''
    : `Стратегия «${strategies[at]?.settings.name}»: место ${at + 1} из ${strategies.length}.`
}

function StrategyItem({ strategy, demandsApproval }: { strategy: Listed; demandsApproval: boolean }) {
  const { id, settings, owner, approval, permit, run, ended = '' } = strategy
  const isWaiting = approval === null && demandsApproval
  return (
    <div className="grid justify-items-start gap-4 text-14">
      <Link to={`${ROUTES.strategies}/${id}`} className="link link-row font-semibold text-15 wrap-anywhere">
        {settings.name}
      </Link>
      <p>{strategyRuleWords(settings)}</p>
      <p className="strategies-more">
        {[
          strategyFilterWords(settings) || 'все наши цены',
          owner !== '' && `автор ${owner}`,
          approval && `согласовал(а) ${approval.by}`,
          settings.morning !== null && `каждое утро в ${settings.morning}`,
          permit && `публикует сама: ${permit.name}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isWaiting && (
        <p className="strategies-waiting text-13 bg-highlight rounded">Ждёт согласования вторым человеком</p>
      )}
      {!approval && ended !== '' && (
        <p className="strategies-more">Согласование больше не действует: {ended}</p>
      )}
      {run && <p className="strategies-more">{runWords(run)}</p>}
    </div>
  )
}

/** Returns text for a morning run: 'Утро 28 ноя.: 300 цен, набор собран'. */
function runWords({ day, prices, state, message }: NonNullable<Listed['run']>): string {
  const states: Readonly<Record<typeof state, string>> = {
    set: `${countText(prices, PRICES)}, набор собран`,
    waiting: `${countText(prices, PRICES)}, ждёт публикации`,
    published: `опубликовано: ${countText(prices, PRICES)}`,
    failed: message,
    empty: 'решать нечего',
  }
  return `Утро ${formatDay(day)}: ${states[state]}`
}
