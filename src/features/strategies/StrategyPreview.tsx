import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addEffects, NO_EFFECT, type StrategyEffect } from '../../../contract/strategies/figures.ts'
import { failureText } from '../../data/companion-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { PreviewTables } from './PreviewTables.tsx'
import { previewPartsQuery, type StrategyTrial } from './strategy-queries.ts'
import { LEFT_WORDS, percentWords, plainPercent, roubleWords } from './strategy-words.ts'

const count = new Intl.NumberFormat('ru-RU')

/** Preview of the prices that a strategy would decide (specification 19.11). */
export function StrategyPreview({ trial }: { trial: StrategyTrial }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...previewPartsQuery(trial),
    placeholderData: keepPreviousData,
  })
  const effect = useMemo(
    () => (data?.parts ?? []).reduce((sum, part) => addEffects(sum, part.effect), NO_EFFECT),
    [data],
  )
  const last = data?.parts.at(-1)
  const isPartial = isPlaceholderData || data?.isWhole === false
  return (
    <section className="strategies-panel" aria-labelledby="strategy-preview" aria-busy={isFetching}>
      <h2 id="strategy-preview">
        Что изменится{last && last.day !== '' && `, по ценам за ${formatDay(last.day)}`}
      </h2>
      {error && (
        <Alert action={<Button onClick={() => void refetch()}>Посчитать ещё раз</Button>}>
          {failureText(error)}
        </Alert>
      )}
      {!data && !error && <Loading text="Считаем..." />}
      {last?.day === '' && <p>Наших цен ещё нет: загрузите их, и стратегия посчитает новые.</p>}
      {last && last.day !== '' && (
        <>
          <p className="strategies-more" role="status">
            {isPartial && last.total > 0
              ? `Посчитано шин: ${count.format(last.done)} из ${count.format(last.total)}`
              : effect.prices === 0
                ? 'Стратегия не решает ни одной цены.'
                : `Посчитано: ${countText(effect.prices, PRICES)}, изменится ${count.format(effect.changed)}.`}
          </p>
          <EffectFacts effect={effect} />
          {effect.left.length > 0 && (
            <p className="strategies-more">
              Без новой цены:{' '}
              {effect.left.map((one) => `${LEFT_WORDS[one.reason]} — ${one.count}`).join('; ')}.
            </p>
          )}
          <PreviewTables parts={data?.parts ?? []} effect={effect} />
        </>
      )}
    </section>
  )
}

const mean = (sum: number, of: number): string => (of === 0 ? '—' : plainPercent(sum / of))

function EffectFacts({ effect }: { effect: StrategyEffect }) {
  const { prices, changed, change, largest, compared, first, first_now: firstNow, look, held } = effect
  const facts: Fact[] = [
    ['Цен', count.format(prices)],
    ['Изменится', changed === 0 ? 'ничего' : `${count.format(changed)}, ${roubleWords(change)}`],
    ['Наибольшее изменение', largest === null ? '—' : percentWords(largest)],
    [
      'Самых низких',
      compared === 0
        ? 'конкурентов нет'
        : `${count.format(firstNow)} → ${count.format(first)} из ${count.format(compared)}`,
    ],
    ['Наценка', `${mean(effect.margin_now, effect.margins_now)} → ${mean(effect.margin, effect.margins)}`],
    ['Сдвинуто ограничениями', count.format(held)],
    ['Требуют взгляда', count.format(look)],
  ]
  return <Facts className="strategy-facts grid text-15 font-semibold" facts={facts} />
}
