import { dayOfNumber, isIsoDate } from '../../../../contract/lib/dates.ts'
import {
  type CountedRemark,
  MAX_RECOMMENDED,
  type RecommendedPreview,
  type RecommendedUpload,
} from '../../../../contract/recommended/recommended.ts'
import type { Guess } from '../../../../contract/sources/guess.ts'
import { compileRecord } from '../../../import/compile/record.ts'
import { isEmpty } from '../../../import/compile/source.ts'
import { ImportError, Rejection } from '../../../import/errors.ts'
import { USUAL_LIMITS } from '../../../import/limits.ts'
import type { Mapping, SourcesValue } from '../../../import/mapping.ts'
import { Columns, type RawCell } from '../../../import/readers/columns.ts'
import { openPriceFile } from '../../../import/readers/open.ts'
import { readOptions, readRecords } from '../../../import/readers/read.ts'
import { withTemporaryFile } from '../../../import/temporary-file.ts'
import { cleanText } from '../../../import/values/text.ts'
import { guessMapping } from '../../../mapping-guess/guess.ts'
import type { RecommendedRow } from '../../../prices/recommended-prices.ts'

/** Uploaded file with the columns that the person has chosen (specification 26.3). */
export interface FileRequest {
  file: Uint8Array
  choice: RecommendedUpload
}

/** Content of an uploaded file. */
export interface ReadRecommended
  extends Pick<RecommendedPreview, 'columns' | 'chosen' | 'brand_from' | 'missing' | 'skipped'> {
  rows: RecommendedRow[]
}

const LIMITS = { ...USUAL_LIMITS, records: MAX_RECOMMENDED * 2, seconds: 20 }
/** Maximum number of columns among which a person chooses. */
const MAX_COLUMNS = 100

/** Names of price columns, the most certain first; the retail price of an import's guess follows. */
const PRICE_NAMES = [/ррц|рекоменд|\brrp\b|\brrc\b|msrp/iu, /мрц|миц|минимальн|\bmap\b/iu]
const FROM_NAMES = /действу|действит|дата начала|начало действия|с какого|valid|effective|^с даты|^дата$/iu

/**
 * Reads a list of recommended prices.
 * @throws ImportError if the file cannot be read
 */
export async function readRecommendedFile({ file, choice }: FileRequest): Promise<ReadRecommended> {
  return withTemporaryFile(file, (path) => readList(path, choice))
}

async function readList(path: string, choice: RecommendedUpload): Promise<ReadRecommended> {
  const guess = await guessMapping(path, {}, LIMITS)
  const guessed = guess.mapping as unknown as Mapping
  const names = guess.columns.map(({ name }) => name)
  const { article, brand, price, from } = sourcesOf(guess, choice)
  const column = (source: SourcesValue | undefined) =>
    typeof source === 'string' && names.includes(source) ? source : null
  const list: ReadRecommended = {
    columns: guess.columns.slice(0, MAX_COLUMNS).map(({ name, examples }) => ({ name, examples })),
    chosen: { article: column(article), brand: column(brand), price: column(price), from },
    brand_from:
      brand === undefined || column(brand) !== null
        ? ''
        : (guess.fields.find(({ field }) => field === 'brand')?.from ?? ''),
    missing: [
      ...(article === undefined ? ['article' as const] : []),
      ...(price === undefined ? ['price' as const] : []),
    ],
    skipped: [],
    rows: [],
  }
  if (article === undefined || price === undefined) return list
  const { records, format, encoding, thousands, pieces, currency, extract, skip, fields } = guessed
  const mapping: Mapping = {
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(records && { records }),
    ...(thousands && { thousands }),
    ...(pieces && { pieces }),
    ...(currency && { currency }),
    ...(extract && { extract }),
    skip: { ...(skip?.empty && { empty: [column(price) ?? ''] }), ...(skip?.goods && { goods: skip.goods }) },
    fields: {
      article,
      ...(brand !== undefined && { brand }),
      // The name tells rims and totals from tyres.
      ...(fields.name !== undefined && { name: fields.name }),
      retail: price,
      city: { value: 'Все' },
    },
  }
  const { first, ...read } = await readRows(path, mapping, from)
  // The first rows of a file may be sections, whose values say nothing about a column.
  const columns = list.columns.map(({ name, examples }) => ({
    name,
    examples: [...new Set([...first(name), ...examples])].slice(0, Math.max(1, examples.length)),
  }))
  return { ...list, columns, ...read }
}

/** Returns where each field is read from: as the person chose, else as the names and values of the columns say. */
function sourcesOf(
  { mapping, columns }: Guess,
  choice: RecommendedUpload,
): Record<'article' | 'brand' | 'price', SourcesValue | undefined> & { from: string | null } {
  const { article, code, brand, retail, opt } = (mapping as unknown as Mapping).fields
  const named = (pattern: RegExp) => columns.find(({ name }) => pattern.test(name))?.name
  const chosen = (name: string | undefined, found: SourcesValue | undefined) =>
    name === undefined ? found : name === '' ? undefined : name
  const byName = PRICE_NAMES.map(named).find((name) => name !== undefined)
  const from = chosen(choice.from, named(FROM_NAMES))
  return {
    article: chosen(choice.article, article ?? code),
    brand: chosen(choice.brand, brand),
    price: chosen(choice.price, byName ?? retail ?? opt),
    from: typeof from === 'string' ? from : null,
  }
}

async function readRows(
  path: string,
  mapping: Mapping,
  from: string | null,
): Promise<Pick<ReadRecommended, 'rows' | 'skipped'> & { first(column: string): string[] }> {
  const rows: RecommendedRow[] = []
  const skipped = new Map<string, CountedRemark>()
  const skip = (text: string, example: string) => {
    const remark = skipped.get(text) ?? { text, count: 0, examples: [] }
    skipped.set(text, remark)
    remark.count++
    if (remark.examples.length < MAX_EXAMPLES) remark.examples.push(example)
  }
  let firstCells: RawCell[] = []
  const columns = new Columns(LIMITS)
  const itemColumns = new Columns(LIMITS)
  let read: ReturnType<typeof compileRecord> | undefined
  const record = (cells: RawCell[], items: readonly RawCell[][]): void => {
    read ??= compileRecord(mapping, columns, itemColumns)
    const found = read(cells, items)
    if ('left' in found) return
    if ('other' in found) throw new Rejection('не шина')
    const { article, brand } = found.specs
    const price = found.offers[0]?.retail
    if (article === '') throw new Rejection('нет артикула')
    if (price === undefined || price === null) throw new Rejection('нет цены')
    const day = from === null || !columns.has(from) ? '' : readFirstDay(cells[columns.slot(from)])
    if (day === null) throw new Rejection('не читается дата начала действия')
    if (rows.length === MAX_RECOMMENDED) throw new ImportError(TOO_MANY)
    if (rows.length === 0) firstCells = [...cells]
    rows.push({ article, brand, kopecks: Math.round(price * 100), from: day })
  }
  const file = await openPriceFile(path, LIMITS)
  try {
    await readRecords(
      file,
      { ...readOptions(mapping, file), limits: LIMITS },
      {
        columns,
        itemColumns,
        record(cells, line, items = []) {
          try {
            record(cells, items)
          } catch (error) {
            if (!(error instanceof Rejection)) throw error
            skip(error.reason, `строка ${line}`)
          }
        },
        broken: (line, reason) => skip(reason, `строка ${line}`),
      },
    )
  } finally {
    await file.close()
  }
  /** Returns the text that the first tyre with a price has in a column; nothing if the cell is empty. */
  const first = (name: string): string[] => {
    const cell = columns.has(name) ? firstCells[columns.slot(name)] : undefined
    const text = cell === undefined ? '' : cleanText(String(cell)).slice(0, EXAMPLE_LENGTH)
    return text === '' ? [] : [text]
  }
  return { rows, first, skipped: [...skipped.values()].sort((a, b) => b.count - a.count) }
}

const MAX_EXAMPLES = 5
const EXAMPLE_LENGTH = 200
const TOO_MANY = `В файле больше ${new Intl.NumberFormat('ru-RU').format(MAX_RECOMMENDED)} цен`

const WRITTEN = /^(?:с\s+)?(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:\s*г\.?)?(?:[\sT].*)?$/iu
const ISO = /^(?:с\s+)?(\d{4}-\d{2}-\d{2})(?:[\sT].*)?$/iu
/** Number of days between the first day of spreadsheets' dates and 1970-01-01. */
const SPREADSHEET_EPOCH = 25_569
/** Dates between 2000 and 2100 as numbers of a spreadsheet. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415]

/**
 * Reads the day from which a price is valid: '01.12.2026', '2026-12-01' or a spreadsheet's number of the day.
 * @returns '' for an empty cell, null for anything else
 */
export function readFirstDay(cell: RawCell): string | null {
  if (isEmpty(cell)) return ''
  const text = String(cell).slice(0, 40).trim()
  const serial = Number(text)
  if (serial >= FIRST_SERIAL && serial < LAST_SERIAL)
    return dayOfNumber(Math.floor(serial) - SPREADSHEET_EPOCH)
  const iso = ISO.exec(text)?.[1]
  const [, day = '', month = '', year = ''] = WRITTEN.exec(text) ?? []
  const found = iso ?? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(found) ? found : null
}
