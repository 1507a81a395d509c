import { useId, useState } from 'react'
import { measureText, NO_FIGURE, shareOf, tenthsText, wholeText } from '../../../contract/totals/measures.ts'
import type { FigureGroup, TotalsCoverage, TotalsFigures } from '../../../contract/totals/totals.ts'
import { Button } from '../../ui/Button.tsx'

interface TotalsRow extends FigureGroup {
  own?: boolean
  coverage?: TotalsCoverage | null
}

interface Column {
  id: string
  label: string
  value(row: TotalsRow): number | string | null
  text(row: TotalsRow): string
  more?(row: TotalsRow): string | null
}

/** Number of rows before 'Показать все', and on paper, where totals-print.css hides the others. */
const FEW = 10
const share = ({ first, pairs }: TotalsFigures) => shareOf(first, pairs)
const percent = (value: number | null) => (value === null ? NO_FIGURE : `${tenthsText(value)} %`)

function indexChange({ now, before }: TotalsRow): string | null {
  if (now.index === null || before.index === null) return null
  const change = Math.round((now.index - before.index) * 10) / 10
  if (change === 0) return 'без изменений'
  return `${change > 0 ? '▲ дороже' : '▼ дешевле'} на ${tenthsText(Math.abs(change))}`
}

const moves = (up: number, down: number) => `▲ ${wholeText(up)}  ▼ ${wholeText(down)}`

const COLUMNS: readonly Column[] = [
  {
    id: 'index',
    label: 'Индекс цен',
    value: ({ now }) => now.index,
    text: ({ now }) => measureText('index', now.index),
    more: indexChange,
  },
  {
    id: 'first',
    label: 'Первые места',
    value: ({ now }) => share(now),
    text: ({ now }) => percent(share(now)),
    more: ({ now }) => (now.pairs > 0 ? `${wholeText(now.first)} из ${wholeText(now.pairs)}` : null),
  },
  {
    id: 'reaction',
    label: 'Реакция',
    value: ({ now }) => now.reaction,
    text: ({ now }) => measureText('reaction', now.reaction),
    more: ({ now }) => (now.open > 0 ? `без ответа ${wholeText(now.open)}` : null),
  },
  {
    id: 'own',
    label: 'Наши цены',
    value: ({ now, own }) => (own === false ? null : now.own_up + now.own_down),
    text: ({ now, own }) => (own === false ? NO_FIGURE : moves(now.own_up, now.own_down)),
  },
  {
    id: 'theirs',
    label: 'Цены конкурентов',
    value: ({ now, own }) => (own ? null : now.up + now.down),
    text: ({ now, own }) => (own ? NO_FIGURE : moves(now.up, now.down)),
  },
]

const COVERAGE: Column = {
  id: 'coverage',
  label: 'Сопоставлено',
  value: ({ coverage }) => (coverage ? shareOf(coverage.matched, coverage.listings) : null),
  text: ({ coverage }) => percent(coverage ? shareOf(coverage.matched, coverage.listings) : null),
  more: ({ coverage }) =>
    coverage ? `${wholeText(coverage.matched)} из ${wholeText(coverage.listings)}` : null,
}

interface TotalsTableProps {
  title: string
  /** head of the column of names */
  subject: string
  /** name of the row without one */
  nameless: string
  /** in the order of the server, the dearest against the competitors first */
  rows: readonly TotalsRow[]
}

/** Table of the totals of sites, brands or cities, sortable by its heads. */
export function TotalsTable({ title, subject, nameless, rows }: TotalsTableProps) {
  const id = useId()
  const [sort, setSort] = useState<{ by: string; descending: boolean } | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const nameColumn: Column = {
    id: 'name',
    label: subject,
    value: ({ name }) => name,
    text: ({ name }) => name || nameless,
    more: ({ own }) => (own ? 'наш сайт' : null),
  }
  const figures = rows.some(({ coverage }) => coverage !== undefined) ? [...COLUMNS, COVERAGE] : COLUMNS
  const columns = [nameColumn, ...figures]
  const sorted = sort
    ? sortRows(
        rows,
        columns.find((one) => one.id === sort.by),
        sort.descending,
      )
    : rows
  const shown = isWhole ? sorted : sorted.slice(0, FEW)
  const press = (by: string) =>
    setSort((before) =>
      before?.by !== by
        ? { by, descending: by !== 'name' }
        : before.descending === (by !== 'name')
          ? { by, descending: !before.descending }
          : null,
    )
  return (
    <section className="totals-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="text-13 text-muted">Здесь ничего нет: сравнений с такими условиями не было.</p>
      ) : (
        <div className="totals-scroll">
          <table className="totals-table" aria-labelledby={id}>
            <thead>
              <tr data-label="Сортировать:">
                {columns.map((column) => (
                  <th
                    key={column.id}
                    scope="col"
                    aria-sort={
                      sort?.by === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined
                    }
                  >
                    <button type="button" onClick={() => press(column.id)}>
                      {column.label}
                      <span aria-hidden="true">
                        {sort?.by === column.id ? (sort.descending ? ' ↓' : ' ↑') : ''}
                      </span>
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.name}>
                  {columns.map((column, n) => {
                    const more = column.more?.(row)
                    const isName = n === 0
                    const Cell = isName ? 'th' : 'td'
                    const labels = isName ? { scope: 'row' } : { 'data-label': column.label }
                    return (
                      <Cell key={column.id} {...labels}>
                        {column.text(row)}
                        {more && <span className="totals-more">{more}</span>}
                      </Cell>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > FEW && (
        <p className="totals-printed-rest">Ещё строк: {rows.length - FEW}. Все — в файле Excel.</p>
      )}
      {rows.length > FEW && !isWhole && (
        <Button variant="quiet" onClick={() => setIsWhole(true)}>
          Показать все: {rows.length}
        </Button>
      )}
    </section>
  )
}

/** Sorts rows; those without a value come last. */
function sortRows(rows: readonly TotalsRow[], column: Column | undefined, descending: boolean): TotalsRow[] {
  const known = rows.filter((row) => column?.value(row) !== null)
  const unknown = rows.filter((row) => column?.value(row) === null)
  const sorted = known.toSorted((one, other) => {
    const [a, b] = [column?.value(one) ?? 0, column?.value(other) ?? 0]
    return a < b ? -1 : a > b ? 1 : 0
  })
  return [...(descending ? sorted.reverse() : sorted), ...unknown]
}
