import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { decisionId, readDecision } from '../../../contract/decisions/decision.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import {
  addEffects,
  type LeftPrice,
  LISTED_PRICES,
  type LimitedDecision,
  largestChanges,
  NO_EFFECT,
  type StrategyEffect,
  type StrategyPreviewPart,
} from '../../../contract/strategies/figures.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { failureText } from '../../data/companion-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { previewPartsQuery, type StrategyTrial } from './strategy-queries.ts'
import { HELD_WORDS, LEFT_WORDS, percentWords, plainPercent, roubleWords } from './strategy-words.ts'

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

/** Prices of a preview: the largest changes, those that a limit has moved, and those that are left out. */
function PreviewTables({ parts, effect }: { parts: readonly StrategyPreviewPart[]; effect: StrategyEffect }) {
  const decisions = useMemo(
    () =>
      parts.flatMap((part) =>
        part.decisions.map((one, at) => ({ decision: readDecision(one), held: part.held[at] ?? null })),
      ),
    [parts],
  )
  const largest = useMemo(() => largestChanges(decisions), [decisions])
  const moved = useMemo(() => largestChanges(decisions.filter(({ held }) => held !== null)), [decisions])
  const left = useMemo(() => parts.flatMap((part) => part.left_prices).slice(0, LISTED_PRICES), [parts])
  const day = parts[0]?.day ?? null
  const leftOut = effect.left.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <PriceTable name="Наибольшие изменения" prices={largest} all={effect.prices} />
      <PriceTable name="Сдвинуто ограничениями" prices={moved} all={effect.held} />
      {left.length > 0 && (
        <details className="disclosure">
          <summary>{listName('Без новой цены', left.length, leftOut)}</summary>
          <ScrolledTable label="Без новой цены" columns={LEFT_COLUMNS}>
            {left.map((price) => (
              <tr key={`${price.city} ${price.tyre}`}>
                <TyreHead {...price} day={day} />
                <td>{LEFT_WORDS[price.reason]}</td>
              </tr>
            ))}
          </ScrolledTable>
        </details>
      )}
    </>
  )
}

const LEFT_COLUMNS = ['Шина', 'Почему'] as const
const COLUMNS = ['Шина', 'Было', 'Станет', 'Изменение', 'Вторая цена', 'Себестоимость'] as const

/** Returns the name of a list: 'Без новой цены: 38', 'Без новой цены: первые 50 из 380'. */
const listName = (name: string, shown: number, all: number): string =>
  `${name}: ${all > shown ? `первые ${shown} из ${formatCell(all, 'stock')}` : shown}`

const priceText = (value: number | null | undefined): string =>
  value == null ? '—' : formatCell(value, 'price')

interface PriceTableProps {
  name: string
  prices: readonly LimitedDecision[]
  /** number of all such prices */
  all: number
}

function PriceTable({ name, prices, all }: PriceTableProps) {
  if (prices.length === 0) return null
  return (
    <details className="disclosure">
      <summary>{listName(name, prices.length, all)}</summary>
      <ScrolledTable label={name} columns={COLUMNS}>
        {prices.map(({ decision, held }) => (
          <tr key={decisionId(decision)}>
            <TyreHead {...decision} />
            <td>{priceText(decision.now)}</td>
            <td>
              {priceText(decision.price)}
              {held && <span className="strategies-more">{HELD_WORDS[held]}</span>}
            </td>
            <td>{decision.now ? percentWords((decision.price / decision.now - 1) * 100) : '—'}</td>
            <td>{priceText(decision.rivals[1])}</td>
            <td>{priceText(decision.cost)}</td>
          </tr>
        ))}
      </ScrolledTable>
    </details>
  )
}

/** Name of a tyre, which leads to its card in another tab: the form beside may not be saved yet. */
function TyreHead({ tyre, name, city, day }: Omit<LeftPrice, 'reason'> & { day: string | null }) {
  return (
    <th scope="row">
      <Link
        to={cardPath(tyre, { date: day, city, why: null })}
        className="link link-row wrap-anywhere"
        target="_blank"
        title="Карточка в новой вкладке"
      >
        {name}
      </Link>
      <span className="strategies-more">{city}</span>
    </th>
  )
}

interface ScrolledTableProps {
  label: string
  columns: readonly string[]
  children: ReactNode
}

/** Table in a box of limited height, which the keyboard scrolls. */
export function ScrolledTable({ label, columns, children }: ScrolledTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section className="strategy-scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
