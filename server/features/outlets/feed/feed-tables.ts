import type { FeedColumnId, OutletSettings } from '../../../../contract/outlets/outlet.ts'
import type { Cell } from '../../../../contract/reports/report-row.ts'
import { type CsvStyle, csvHeader, csvRow } from '../../../../contract/spreadsheet/csv.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import type { OutletRow } from '../outlet-store.ts'

export interface Feed {
  settings: OutletSettings
  /** host of the own site; '' if unknown */
  shop: string
  /** time of the publication in ms */
  publishedAt: number
  outletId: number
  chunks: AsyncIterable<OutletRow[]>
}

export const hasColumn = ({ settings }: Feed, id: OutletSettings['columns'][number]['id']): boolean =>
  settings.columns.some((column) => column.id === id)

export const KIND_WORDS: Readonly<Record<OutletSettings['kind'], string>> = {
  retail: 'Розничная',
  wholesale: 'Оптовая',
}

/** Currency of all prices, ISO 4217. */
export const CURRENCY = 'RUB'

interface TableColumn {
  kind: SheetColumnKind
  cell(row: OutletRow): Cell
}

/** Cells of each column. Prices have up to two decimals, without the thousands separators of a report. */
const COLUMNS: Readonly<Record<FeedColumnId, TableColumn>> = {
  id: { kind: 'text', cell: ({ id }) => id },
  brand: { kind: 'text', cell: ({ brand }) => brand || null },
  name: { kind: 'text', cell: ({ name }) => name || null },
  size: { kind: 'text', cell: ({ size }) => size || null },
  city: { kind: 'text', cell: ({ city }) => city || null },
  kind: { kind: 'text', cell: ({ kind }) => KIND_WORDS[kind] },
  price: { kind: 'price', cell: ({ price }) => price },
  old: { kind: 'price', cell: ({ old }) => old },
  currency: { kind: 'text', cell: () => CURRENCY },
  day: { kind: 'date', cell: ({ day }) => day },
}

/** Returns the columns of a table under their chosen names. */
export const tableColumns = ({ columns }: OutletSettings): SheetColumn<OutletRow>[] =>
  columns.map(({ id, name }) => ({ group: '', label: name, ...COLUMNS[id] }))

/** A decimal comma would need quotes where the comma separates cells. */
const STYLES: Readonly<Record<OutletSettings['separator'], CsvStyle>> = {
  ';': { separator: ';', decimal: ',', isForMachines: true },
  ',': { separator: ',', decimal: '.', isForMachines: true },
  tab: { separator: '\t', decimal: ',', isForMachines: true },
}

/** Yields the text of a CSV file, with a byte order mark only where the encoding has one. */
export async function* csvText({ settings, chunks }: Feed): AsyncGenerator<string> {
  const columns = tableColumns(settings)
  const style = STYLES[settings.separator]
  const header = csvHeader(columns, style)
  yield settings.encoding === 'utf-8' ? header : header.replace('\ufeff', '')
  for await (const rows of chunks) yield rows.map((row) => csvRow(columns, row, style)).join('')
}

/** Yields the text of a JSON file: a list of objects whose members are named like the columns. */
export async function* jsonText({ settings, chunks }: Feed): AsyncGenerator<string> {
  const columns = tableColumns(settings)
  let before = '[\n'
  for await (const rows of chunks) {
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map(({ label, cell }) => [label, cell(row)]))),
    )
    yield before + lines.join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
