import { isAfterTomorrow, isIsoDate } from '../../contract/lib/dates.ts'
import { hostName } from '../../contract/lib/host-name.ts'
import { ImportError, Rejection } from './errors.ts'
import { type ImportLimits, limitExceeded, USUAL_LIMITS } from './limits.ts'
import { Columns, type RawCell } from './readers/columns.ts'
import { openPriceFile } from './readers/open.ts'
import { readRecords } from './readers/read.ts'
import type { RejectsFile } from './rejects-file.ts'
import { createTally, type Tally } from './tally.ts'
import { readPrice } from './values/price.ts'
import { checkLength, cleanText, isDamagedArticle } from './values/text.ts'

/**
 * Price of a tyre at a site from a day on, until the next event. An event without prices means that the tyre is no
 * longer offered.
 */
export interface PriceEvent {
  /** YYYY-MM-DD */
  day: string
  /** site or supplier as the file names it, in lower case; '' if the file has no such column */
  site: string
  article: string
  wholesale: number | null
  retail: number | null
}

/** Earliest accepted date. Earlier ones are typing mistakes; each would add thousands of days to the history. */
const EARLIEST_DAY = '2000-01-01'

/** Names of the columns in the header. */
const COLUMNS = {
  day: ['date', 'день', 'дата'],
  site: ['site', 'supplier', 'сайт', 'поставщик'],
  article: ['article', 'артикул'],
  wholesale: ['wholesale', 'opt', 'опт'],
  retail: ['retail', 'розница'],
} as const
type Column = keyof typeof COLUMNS

const PLAIN = { thousands: '', pieces: 1 }

export interface ReadEvents {
  events: PriceEvent[]
  tally: Tally
  rejectsFile: string | null
}

/**
 * Reads a list of price changes: CSV with a header, plain or gzipped, in any order.
 * @param maxBadPercent tolerated percentage of lines that are not events
 * @throws ImportError if the file cannot be read, has no events, a missing column or too many bad lines
 */
export async function readEvents(
  path: string,
  rejects: RejectsFile,
  maxBadPercent: number,
  limits: ImportLimits = USUAL_LIMITS,
): Promise<ReadEvents> {
  const file = await openPriceFile(path, limits)
  const tally = createTally()
  const columns = new Columns(limits)
  const events: PriceEvent[] = []
  let cellOf: ((column: Column) => (cells: readonly RawCell[]) => RawCell) | undefined
  let rejectsFile: string | null = null

  const eventIn = (cells: readonly RawCell[]): PriceEvent => {
    cellOf ??= cellReader(columns)
    const cell = (column: Column) => cellOf?.(column)(cells)
    const text = (column: Column) => checkLength(cleanText(String(cell(column) ?? '')), COLUMNS[column][0])
    const day = text('day')
    if (!isIsoDate(day)) throw new Rejection('дата: не ГГГГ-ММ-ДД')
    if (day < EARLIEST_DAY) throw new Rejection(`дата: раньше ${EARLIEST_DAY}`)
    if (isAfterTomorrow(day)) throw new Rejection('дата: ещё не наступила')
    const article = text('article')
    if (article === '') throw new Rejection('нет артикула')
    if (isDamagedArticle(article)) throw new Rejection('артикул испорчен Excel')
    return {
      day,
      site: hostName(text('site')).toLowerCase(),
      article,
      wholesale: readPrice(cell('wholesale'), { ...PLAIN, label: 'оптовая цена' }),
      retail: readPrice(cell('retail'), { ...PLAIN, label: 'розничная цена' }),
    }
  }

  const sink = {
    columns,
    itemColumns: columns,
    record(cells: RawCell[], line: number) {
      if (tally.records >= limits.records) throw limitExceeded('records', limits)
      try {
        events.push(eventIn(cells))
        tally.addGood()
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        tally.addBad(error.reason)
        rejects.add({ line, reason: error.reason, record: fieldsByName(columns, cells) })
      }
    },
    broken(line: number, reason: string, text: string) {
      tally.addBad(reason)
      rejects.add({ line, reason, record: text })
    },
  }
  try {
    await readRecords(file, { format: 'csv', limits }, sink)
  } finally {
    rejectsFile = rejects.close()
    await file.close()
  }
  tally.check(maxBadPercent, rejectsFile)
  return { events, tally, rejectsFile }
}

/** @throws ImportError if a column that every event needs is missing */
function cellReader(columns: Columns): (column: Column) => (cells: readonly RawCell[]) => RawCell {
  const indexes = Object.entries(COLUMNS).map(([column, names]): [string, number] => {
    const name = names.find((one) => columns.has(one))
    return [column, name === undefined ? -1 : columns.slot(name)]
  })
  const found = Object.fromEntries(indexes) as Record<Column, number>
  for (const column of ['day', 'article'] as const) {
    if (found[column] < 0) throw new ImportError(`В файле нет колонки ${COLUMNS[column][0]}`)
  }
  if (found.wholesale < 0 && found.retail < 0) throw new ImportError('В файле нет колонок wholesale и retail')
  return (column) => (cells) => (found[column] < 0 ? undefined : cells[found[column]])
}

const fieldsByName = (columns: Columns, cells: readonly RawCell[]): Record<string, unknown> =>
  Object.fromEntries(cells.map((cell, index) => [columns.names[index] ?? String(index + 1), cell]))
