import type { Cell } from '../../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import type { FileTable } from '../../../prices/export/file-table.ts'
import type { SelectedBelow } from './below-desk.ts'
import { type ProvenPrice, withProof } from './proof.ts'

const column = (
  label: string,
  kind: SheetColumnKind,
  cell: (row: ProvenPrice) => Cell,
): SheetColumn<ProvenPrice> => ({ group: '', label, kind, cell })

const TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'short',
})

const kopecks = (roubles: number): number => Math.round(roubles * 100) / 100

const columnsOf = (day: string): SheetColumn<ProvenPrice>[] => [
  column('Дата', 'date', () => day),
  column('Артикул', 'text', ({ tyre }) => tyre.specs.article || null),
  column('Бренд', 'text', ({ tyre }) => tyre.specs.brand || null),
  column('Шина', 'text', ({ tyre }) => tyre.specs.name || null),
  column('Сайт', 'text', ({ site }) => site),
  column('Наш сайт', 'text', ({ own }) => (own ? 'да' : null)),
  column('Город', 'text', ({ city }) => city || null),
  column('РРЦ', 'price', ({ recommended }) => recommended),
  column('Цена', 'price', ({ price }) => price),
  // Signed as on the page: below is negative.
  column('Отличие от РРЦ, ₽', 'price', ({ recommended, price }) => kopecks(price - recommended)),
  column('Отличие от РРЦ, %', 'percent', ({ percent }) => -percent),
  column('Ниже с', 'date', ({ since }) => since),
  column('Или раньше', 'text', ({ earlier }) => (earlier ? 'да' : null)),
  column('Цена загружена (Москва)', 'text', ({ imported_at: at }) =>
    at === null ? null : TIME.format(new Date(at)),
  ),
  column('Источник', 'text', ({ source }) => source || null),
  column('Страница', 'text', ({ page }) => page || null),
]

/** Number of prices that are read at a time. */
const CHUNK = 200

/** Returns the table of all selected prices with their proof (specification 26.9). @param gone aborts the work */
export function belowTable(
  sql: ReadSql,
  day: string,
  selected: SelectedBelow | undefined,
  gone: AbortSignal,
): FileTable<ProvenPrice> {
  async function* chunks(): AsyncGenerator<ProvenPrice[]> {
    const rows = selected?.rows ?? new Uint32Array()
    for (let at = 0; selected && at < rows.length; at += CHUNK) {
      gone.throwIfAborted()
      yield await withProof(sql, day, selected, rows.subarray(at, at + CHUNK))
    }
  }
  return { columns: columnsOf(day), chunks: chunks() }
}
