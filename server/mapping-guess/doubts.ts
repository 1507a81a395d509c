import type { AccountFinding } from '../../contract/sources/account.ts'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import type { RawCell } from '../import/readers/columns.ts'
import { withLatinSizes } from '../import/values/look-alikes.ts'
import { piecesIn } from '../import/values/pieces.ts'
import { isForeign } from '../import/values/price.ts'
import { cleanText } from '../import/values/text.ts'
import { conditionDoubts } from './condition-doubts.ts'

/** Share of a list's prices, records or containers from which on a finding holds a run. */
export const HOLDING_SHARE = 0.1
/** Number of records from which on a doubt is more than a slip in a short list. */
export const LEAST_RECORDS = 2
export const MAX_EXAMPLES = 3
/** Number of tyres that a name or unit states: 'комплект 4 шт', but not the quantity in a column of stock. */
const SET =
  /компл|к-т|набор|\bset\b|(?<!\p{L})пар[аыу]?(?!\p{L})|(?<![\d.,])[2-8]\s?-?х?\s?(?:шт|кол[её]с|шин(?!\p{L}))/iu
/** Number of tyres behind which a stock is that of sets: 'за 4 шт', '6 пар'. */
const SET_STOCK = /компл|к-т|набор|(?<!\p{L})(?:пар[аыу]?|за)(?!\p{L})/iu
const SIZE = /\d{3}\s?\/\s?\d{2}\s?[A-Z]{0,2}\s?\d{2}/

/**
 * Returns findings about records that came in, but perhaps with a wrong price: the same tyre with another price, prices
 * far above the usual, another header within the table, another table beside it, foreign currencies and sets.
 */
export function doubtsOf(
  mapping: Mapping,
  reading: ListReading,
  used: ReadonlyMap<string, string>,
): AccountFinding[] {
  const read = readerOf(reading)
  const isOtherSize = otherSizes(reading, read, used)
  return [
    ...contestedFindings(reading),
    ...headerFinding(reading),
    ...reading.columns.flatMap((name) =>
      used.has(name) ? [] : ignoredDoubts(name, reading, read, isOtherSize),
    ),
    ...conditionDoubts(mapping, reading, used, read).flatMap(({ name, text, found }) =>
      sampleFinding(
        reading.sample.length,
        found.map((one) => one || 'пусто'),
        { key: `column:${name}`, text, remedy: 'указать состояние шин' },
      ),
    ),
    ...setFinding(mapping, reading, read, used),
  ]
}

function contestedFindings({ contested, offers, tyres, left }: ListReading): AccountFinding[] {
  const again = left.get('repeated') ?? 0
  const finding = (
    kind: keyof ListReading['contested'],
    text: string,
    remedy: string,
    least: number,
  ): AccountFinding[] =>
    contested[kind].slice(0, 1).map(({ count, examples }) => ({
      key: `rows:${kind}`,
      text: `${text}: ${count}`,
      examples: examples.slice(0, MAX_EXAMPLES).map((one) => one.text),
      remedy,
      holds: count >= least,
    }))
  // Records, not prices: a tyre that comes again has other prices in each of its warehouses.
  const leastAgain = Math.max((tyres + again) * HOLDING_SHARE, LEAST_RECORDS)
  return [
    ...finding(
      'repeated',
      'Та же шина с другой ценой, взята меньшая',
      'разделить города, склады или виды цен',
      again >= leastAgain ? leastAgain : Number.POSITIVE_INFINITY,
    ),
    ...finding(
      'hundredfold',
      'Цена во много раз больше обычной для размера',
      'указать, что цены в копейках',
      offers * HOLDING_SHARE,
    ),
    ...finding(
      'cheap',
      'Цена во много раз меньше обычной для диаметра',
      'убедиться, что цены в рублях',
      offers * HOLDING_SHARE,
    ),
  ]
}

function headerFinding({ left }: ListReading): AccountFinding[] {
  const count = left.get('otherHeader') ?? 0
  if (count === 0) return []
  return [
    {
      key: 'rows:otherHeader',
      text: `Внутри таблицы другой заголовок: ${count}; строки под ним прочитаны по первому`,
      examples: [],
      remedy: 'прислать таблицы отдельными файлами или листами',
      holds: true,
    },
  ]
}

/** Returns a test whether a text names another size than the names of its record, by its position in the sample. */
function otherSizes(
  { sample }: ListReading,
  read: ReadText,
  used: ReadonlyMap<string, string>,
): (text: string, at: number) => boolean {
  const names = [...used].filter(([, field]) => field === 'name').map(([column]) => column)
  const own = sample.map((record) => names.map((name) => sizeOf(read(name)(record))))
  return (text, at) => {
    const size = sizeOf(text)
    return size !== '' && (own[at] ?? []).some((one) => one !== '' && one !== size)
  }
}

/** Returns what the values of an ignored column say against the prices of the others. */
function ignoredDoubts(
  name: string,
  { sample }: ListReading,
  read: ReadText,
  isOtherSize: (text: string, at: number) => boolean,
): AccountFinding[] {
  const texts = sample.map(read(name))
  const foreign = texts.filter((text) => text.length < 20 && isForeign(text))
  const key = `column:${name}`
  return [
    ...sampleFinding(sample.length, foreign, {
      key,
      text: `Колонка «${name}» называет другую валюту, а не читается`,
      remedy: 'указать валюту цен',
    }),
    ...sampleFinding(sample.length, texts.filter(isOtherSize), {
      key,
      text: `Колонка «${name}» называет другие шины: рядом вторая таблица`,
      remedy: 'читать обе таблицы',
    }),
  ]
}

/** Fields of the items of a nested list that may name a set. */
const ITEM_LABELS: ReadonlySet<string> = new Set(['name', 'warehouse'])

function setFinding(
  { pieces }: Mapping,
  { columns, itemColumns, sample }: ListReading,
  read: ReadText,
  used: ReadonlyMap<string, string>,
): AccountFinding[] {
  const readers = columns.flatMap((name) => {
    const field = used.get(name)
    const words = field === 'stock' ? SET_STOCK : SET
    return field === undefined || field === 'name' || field === 'stock' || field === 'goods'
      ? [{ text: read(name), words }]
      : []
  })
  const labels = itemColumns.flatMap((name, at) =>
    ITEM_LABELS.has(used.get(name) ?? 'warehouse') ? [at] : [],
  )
  const found = sample.flatMap((record) => {
    const own = readers.map(({ text, words }) => ({ one: text(record), words }))
    const nested = record.items.flatMap((item) =>
      labels.map((at) => ({ one: cleanText(String(item[at] ?? '')).slice(0, 60), words: SET })),
    )
    return [...own, ...nested].find(({ one, words }) => words.test(one) && piecesIn(one) > 1)?.one ?? []
  })
  // Prices that a record lists by name: 'variants[4 шт]'.
  const named = columns.filter(
    (name) => used.has(name) && piecesIn(/\[([^[\]]{1,60})\]$/.exec(name)?.[1] ?? '') > 1,
  )
  for (const name of named) found.push(...sample.map(() => name))
  // A price that is divided for every record is wrong for those that name no set.
  const single = sample.length - found.length
  if (pieces !== undefined)
    return found.length === 0 || single < sample.length * HOLDING_SHARE
      ? []
      : sampleFinding(sample.length, found, {
          key: 'rows:mixed',
          text: `Комплекты названы только в части записей (${found.length} из ${sample.length}), а поделены цены всех`,
          remedy: 'разделить комплекты и шины на два листа или файла',
        })
  return sampleFinding(sample.length, found, {
    key: 'rows:sets',
    text: `Записи называют комплекты, а цены не поделены: ${Math.min(found.length, sample.length)}`,
    remedy: 'указать, за сколько шин цена',
  })
}

/** Returns a finding if sampled records have such a text; it holds if they are a tenth. */
function sampleFinding(
  sampled: number,
  found: readonly string[],
  finding: Pick<AccountFinding, 'key' | 'text' | 'remedy'>,
): AccountFinding[] {
  if (found.length === 0) return []
  const holds = found.length >= sampled * HOLDING_SHARE
  return [{ ...finding, examples: [...new Set(found)].slice(0, MAX_EXAMPLES), holds }]
}

/** Returns a reader of a column's text in a record. */
type ReadText = (column: string) => (record: { cells: readonly RawCell[] }) => string

const readerOf =
  ({ columns }: ListReading): ReadText =>
  (name) => {
    const at = columns.indexOf(name)
    return ({ cells }) => cleanText(String(cells[at] ?? ''))
  }

const sizeOf = (text: string): string =>
  SIZE.exec(withLatinSizes(text).toUpperCase())?.[0].replace(/\s/g, '') ?? ''
