import { useState } from 'react'
import { addDays } from '../../../contract/lib/dates.ts'
import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { money } from '../market/texts.ts'
import type { NamedLine } from './chart-lines.ts'
import { HeadRow } from './HeadRow.tsx'
import { sitesOn } from './history.ts'

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
