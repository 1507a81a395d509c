import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { parsePercent, percentMultiplier } from '../../../contract/lib/percent.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import type { ProposalRule } from '../../../contract/reports/proposed-price.ts'
import { Button } from '../../ui/Button.tsx'
import { PRICES, TYRES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import type { Market } from '../market/market.ts'
import { money, percent as percentWords } from '../market/price-texts.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { HeadRow } from './HistoryTables.tsx'
import {
  type Basis,
  hidesBases,
  outcomesAt,
  pageBases,
  pageBasesQuery,
  type WhatIfOutcome,
  whatIfBases,
  whatIfSum,
} from './what-if.ts'
import './tyre.css'

interface WhatIfSectionProps {
  market: Market
  table: DisplayedTable | null | undefined
  /** whether the server's proposals follow specification 10.8 */
  rulesKnown: boolean
  isOwnSite(host: string): boolean
}

/** Calculator of own retail prices with another percent (specification 15.6). Nothing is sent to the server. */
export function WhatIfSection({ market, table, rulesKnown, isOwnSite }: WhatIfSectionProps) {
  const id = useId()
  const [percent, setPercent] = useState(() => table?.choice.percent ?? null)
  const [typed, setTyped] = useState<string | null>(null)
  const bases = useMemo(() => whatIfBases(market), [market])
  if (bases.length === 0) return null
  const outcomes = outcomesAt(bases, percent)
  return (
    <section className="tyre-section grid grid-cols-1 min-w-0" aria-labelledby={id}>
      <h3 id={id}>Что если</h3>
      <div className="tyre-slider flex items-center gap-8">
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent ?? 0}
          aria-label="Процент к нашей оптовой цене"
          aria-valuetext={percent === null ? 'без процента, по медиане' : percentText(percent)}
          onChange={({ target }) => {
            setTyped(null)
            setPercent(Number(target.value))
          }}
        />
        <input
          className="input"
          inputMode="decimal"
          aria-label="Процент числом"
          placeholder="нет"
          aria-invalid={typed !== null && typed.trim() !== '' && parsePercent(typed) === null}
          value={typed ?? (percent === null ? '' : formatCell(percent, 'price'))}
          onChange={({ target }) => {
            setTyped(target.value)
            const value = parsePercent(target.value)
            if (value !== null || target.value.trim() === '') setPercent(value)
          }}
          onBlur={() => setTyped(null)}
        />
        <span aria-hidden="true">%</span>
      </div>
      <p className="text-13 text-muted">
        {ruleWords(percent)} Ничего не отправляется.
        {!rulesKnown && ' Этот сервер может предлагать цены по другому правилу.'}
      </p>
      {outcomes.length > 0 && <OutcomeTable outcomes={outcomes} />}
      <p className="text-14" role="status">
        Эта шина: {sumWords(bases, percent, ['город', 'города', 'городов'])}
      </p>
      {table && table.rows.length > 1 && (
        <WholePage
          key={table.page}
          table={table}
          percent={percent}
          rulesKnown={rulesKnown}
          isOwnSite={isOwnSite}
        />
      )}
    </section>
  )
}

const percentText = (percent: number): string => `${formatCell(percent, 'price')} %`

/** Returns text for the rule; a multiplier of two decimals rounds the percent (specification 4.8). */
function ruleWords(percent: number | null): string {
  if (percent === null) return 'Без процента: по медиане конкурентов, не ниже нашей оптовой цены.'
  const multiplier = Number(percentMultiplier(percent))
  const countText = Math.round((multiplier - 1) * 100)
  const rounded =
    countText === percent ? '' : ` (${percentText(percent)} считается как ${percentText(countText)})`
  return `Наша оптовая цена × ${formatCell(multiplier, 'price')}${rounded}, не ниже себестоимости.`
}

function OutcomeTable({ outcomes }: { outcomes: readonly WhatIfOutcome[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="tyre-numbers" aria-label="Что получится по городам" tabIndex={0}>
      <table>
        <HeadRow names={['Город', 'Сейчас', 'Будет', 'У конкурентов', 'Наценка']} />
        <tbody>
          {outcomes.map(({ city, now, price, rule, competitor, cheapest, margin }) => (
            <tr key={city}>
              <th scope="row" className="tyre-number">
                {city}
              </th>
              <td className="tyre-number">{money(now)}</td>
              <td className="tyre-number">
                {cheapest && (
                  <span className="text-success" role="img" aria-label="самая низкая" title="самая низкая">
                    ▾{' '}
                  </span>
                )}
                <b>{money(price)}</b>
                {FLOORS[rule] && <span className="block text-12 text-muted">{FLOORS[rule]}</span>}
              </td>
              <td className="tyre-number">{competitor === null ? money(null) : `от ${money(competitor)}`}</td>
              <td className="tyre-number">{margin === null ? money(null) : percentWords(margin)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Names of the minimum to which a price was raised, by rule. */
const FLOORS: Partial<Record<ProposalRule, string>> = {
  cost: 'себестоимость',
  wholesale: 'наша оптовая',
}

interface WholePageProps {
  table: DisplayedTable
  percent: number | null
  rulesKnown: boolean
  isOwnSite(host: string): boolean
}

/** Effect of the percent on all rows of the table beside the card. */
function WholePage({ table, percent, rulesKnown, isOwnSite }: WholePageProps) {
  const asks = rulesKnown && hidesBases(table)
  const [wanted, setWanted] = useState(false)
  const fromRows = useMemo(() => (asks ? NO_BASES : pageBases(table, isOwnSite)), [asks, table, isOwnSite])
  const { data, error, isFetching, refetch } = useQuery({
    ...pageBasesQuery(table, isOwnSite),
    enabled: asks && wanted,
  })
  const bases = asks ? data : fromRows
  if (error) {
    return (
      <div className="tyre-note" role="status">
        <p>Не удалось посчитать для всей страницы.</p>
        <Button onClick={() => void refetch()}>Повторить</Button>
      </div>
    )
  }
  if (!bases) {
    return (
      <Button className="tyre-whole" blocked={isFetching} onClick={() => setWanted(true)}>
        {isFetching ? 'Считаем…' : 'Посчитать для всей страницы'}
      </Button>
    )
  }
  return (
    <p className="text-14" role="status">
      Вся страница ({countText(table.rows.length, TYRES)}):{' '}
      {bases.length === 0 ? 'в её строках нет наших оптовых цен.' : sumWords(bases, percent, PRICES)}
    </p>
  )
}

const NO_BASES: readonly Basis[] = []

function sumWords(
  bases: readonly Basis[],
  percent: number | null,
  forms: readonly [string, string, string],
): string {
  const { count, cheapest, compared, margin } = whatIfSum(outcomesAt(bases, percent))
  if (count === 0) return `без процента предложить нечего, ${nobodyWords(bases)}.`
  const parts = [
    countText(count, forms),
    compared === 0 ? nobodyWords(bases) : `самых низких ${cheapest} из ${compared}, где есть конкуренты`,
  ]
  if (margin !== null) parts.push(`наценка к себестоимости в среднем ${percentWords(margin)}`)
  return `${parts.join('; ')}.`
}

/** Returns text for a result without competitors in the cities with an own wholesale price. */
function nobodyWords(bases: readonly Basis[]): string {
  const cities = new Set(bases.map(({ city }) => city))
  const where = cities.size === 1 ? `в городе «${[...cities].join()}»` : 'в городах с нашей оптовой ценой'
  return `${where} цен конкурентов нет`
}
