import { formatDay } from '../../ui/format-moment.ts'
import { money } from '../market/texts.ts'
import type { NamedLine } from './chart-lines.ts'
import { HeadRow } from './HeadRow.tsx'
import { type Dated, historyFigures, MEAN_DAYS } from './history.ts'

/**
 * Table with the figures of each line over the whole history.
 * @param from day of the lines' first price, YYYY-MM-DD
 */
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
