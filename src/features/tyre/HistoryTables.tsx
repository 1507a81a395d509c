import { useState } from 'react'
import { addDays } from '../../../contract/lib/dates.ts'
import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { money } from '../market/price-texts.ts'
import type { NamedLine } from './chart-lines.ts'
import { type Dated, historyFigures, MEAN_DAYS, sitesOn } from './history.ts'

/** Table with the figures of each line over the whole history. @param from day of the lines' first price, YYYY-MM-DD */
export function HistoryNumbers({ from, lines }: { from: string; lines: readonly NamedLine[] }) {
  const figures = lines.map(({ name, prices, uncomparable }) => ({
    name,
    ...historyFigures(prices, from, uncomparable),
  }))
  const rows: [string, (one: (typeof figures)[number]) => { text: string; day?: string }][] = [
    ['Сейчас', ({ now }) => dated(now)],
    ...MEAN_DAYS.map((days, index): (typeof rows)[number] => [
      `В среднем за ${days} дней`,
      ({ means }) => ({ text: rounded(means[index] ?? null) }),
    ]),
    ['Самая низкая', ({ lowest }) => dated(lowest)],
    ['Самая высокая', ({ highest }) => dated(highest)],
    ['Изменений', ({ moves }) => ({ text: String(moves) })],
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="tyre-numbers" aria-label="Показатели за всё время" tabIndex={0}>
      <table>
        <HeadRow names={['', ...figures.map(({ name }) => name)]} />
        <tbody>
          {rows.map(([name, pick]) => (
            <tr key={name}>
              <th scope="row" className="tyre-number">
                {name}
              </th>
              {figures.map((one) => {
                const { text, day } = pick(one)
                return (
                  <td key={one.name} className="tyre-number">
                    {text}
                    {day !== undefined && <span className="block text-12 text-muted">{formatDay(day)}</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Formats a mean in whole roubles. */
const rounded = (mean: number | null): string => money(mean === null ? null : Math.round(mean))

const dated = (one: Dated | null): { text: string; day?: string } =>
  one === null ? { text: money(null) } : { text: money(one.price), day: one.day }

interface DaysTableProps {
  history: TyreHistory
  /** YYYY-MM-DD of the first price */
  from: string
  /** indexes of the displayed days, from 0 for the first day; only days with prices */
  days: readonly number[]
  lines: readonly NamedLine[]
}

/** Table with the chart's data, to read and copy. Rendered only once it is opened, because a year has 365 rows. */
export function DaysTable({ history, from, days, lines }: DaysTableProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="tyre-as-table text-13" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Таблицей</summary>
      {open && days.length === 0 && <p className="text-14">Нет данных.</p>}
      {open && days.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="tyre-numbers tyre-days" aria-label="Цены по дням" tabIndex={0} data-arrows>
          <table>
            <HeadRow names={['День', 'Сайтов', 'Минимум', 'Максимум', ...lines.map(({ name }) => name)]} />
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day}>
                  <th scope="row" className="tyre-number">
                    <time dateTime={addDays(from, day)}>{formatDay(addDays(from, day))}</time>
                  </th>
                  <td className="tyre-number">{sitesOn(history, day)}</td>
                  <td className="tyre-number">{money(history.min[day] ?? null)}</td>
                  <td className="tyre-number">{money(history.max[day] ?? null)}</td>
                  {lines.map(({ name, prices }) => (
                    <td key={name} className="tyre-number">
                      {money(prices[day] ?? null)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

/** Header row of a table of numbers. @param names of the columns; '' for the column with the rows' names */
export function HeadRow({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) =>
          name === '' ? (
            <td key={name} className="tyre-number" />
          ) : (
            <th key={name} scope="col" className="tyre-number">
              {name}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}
