import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { decisionId, readDecision } from '../../../contract/decisions/decision.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import {
  type HeldDecision,
  type LeftPrice,
  LISTED_PRICES,
  largestChanges,
  type StrategyEffect,
  type StrategyPreviewPart,
} from '../../../contract/strategies/figures.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { HELD_WORDS, LEFT_WORDS, percentWords } from './strategy-words.ts'

interface PreviewTablesProps {
  parts: readonly StrategyPreviewPart[]
  effect: StrategyEffect
}

/** Prices of a preview: the largest changes, those that a limit has moved, and those that are left out. */
export function PreviewTables({ parts, effect }: PreviewTablesProps) {
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
  prices: readonly HeldDecision[]
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
  /** rows of the body */
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
