import type { ColumnKind } from '../../../contract/reports/columns.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { roundToKopecks, statisticsOf } from '../../../contract/reports/statistics.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText, type NounForms } from '../../ui/plural.ts'
import type { GridColumn } from './grid-column.ts'

/** Groups of column kinds with comparable numbers; the first one with two numbers in the selection gets totals. */
const NATURES: readonly {
  kinds: ReadonlySet<ColumnKind>
  as: ColumnKind
  forms: NounForms
}[] = [
  { kinds: new Set(['price', 'money2']), as: 'price', forms: PRICES },
  { kinds: new Set(['percent']), as: 'percent', forms: ['процент', 'процента', 'процентов'] },
  { kinds: new Set(['stock']), as: 'price', forms: ['остаток', 'остатка', 'остатков'] },
]

/** Totals of the selected cells, '12 цен · мин. 4 700 · … · макс. 6 394'; '' for fewer than two numbers. */
export function totalsOf(rows: readonly ReportRow[], columns: readonly GridColumn[]): string {
  for (const { kinds, as, forms } of NATURES) {
    const numbers = columns
      .filter(({ kind }) => kinds.has(kind))
      .flatMap(({ cell }) => rows.map((row) => cell(row)).filter((value) => typeof value === 'number'))
    const statistics = statisticsOf(numbers)
    if (!statistics || numbers.length < 2) continue
    const mean = roundToKopecks(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)
    const { min, median, max } = statistics
    const shown = (number: number) => formatCell(number, as)
    return [
      countText(numbers.length, forms),
      `мин. ${shown(min)}`,
      `среднее ${shown(mean)}`,
      `медиана ${shown(median)}`,
      `макс. ${shown(max)}`,
    ].join(' · ')
  }
  return ''
}
