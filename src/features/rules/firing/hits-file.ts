import type { RuleHit } from '../../../../contract/rules/rule.ts'
import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { checkSheetSize } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { XLSX_TYPE } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { csvWriter } from '../../../lib/spreadsheet/csv-writer.ts'
import { xlsxWriter } from '../../../lib/spreadsheet/xlsx-writer.ts'
import { changeOfHit, distanceOfHit } from '../hit-words.ts'

export type HitFormat = 'xlsx' | 'csv'

const column = (
  label: string,
  kind: SheetColumnKind,
  cell: SheetColumn<RuleHit>['cell'],
): SheetColumn<RuleHit> => ({ group: '', label, kind, cell })

const rounded = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 10) / 10

const COLUMNS: readonly SheetColumn<RuleHit>[] = [
  column('Шина', 'text', ({ name }) => name),
  column('Сайт', 'text', ({ site }) => site),
  column('Город', 'text', ({ city }) => city),
  column('Было', 'price', ({ before }) => before),
  column('Стало', 'price', ({ after }) => after),
  column('Изменение, %', 'percent', (hit) => rounded(changeOfHit(hit))),
  column('Сравнили с', 'price', ({ compared }) => compared),
  column('Отличие, %', 'percent', (hit) => (hit.compared === null ? null : rounded(distanceOfHit(hit)))),
  column('Прежний сайт', 'text', ({ former }) => former),
  column('День', 'date', ({ day }) => day),
]

/**
 * Creates a file of events, in their order.
 * @throws SheetTooLarge
 */
export function hitsFile(hits: readonly RuleHit[], format: HitFormat): Blob {
  const isXlsx = format === 'xlsx'
  if (isXlsx) checkSheetSize(COLUMNS.length, 1 + hits.length)
  const writer = isXlsx ? xlsxWriter(COLUMNS, false) : csvWriter(COLUMNS)
  for (const hit of hits) writer.row(hit)
  return new Blob(writer.end(), { type: isXlsx ? XLSX_TYPE : CSV_TYPE })
}
