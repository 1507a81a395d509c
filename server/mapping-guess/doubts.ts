import type { AccountFinding } from '../../contract/sources/account.ts'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import type { RawCell } from '../import/readers/columns.ts'
import { isForeign } from '../import/values/currency.ts'
import { withLatinSizes } from '../import/values/look-alikes.ts'
import { piecesIn } from '../import/values/pieces.ts'
import { cleanText } from '../import/values/text.ts'

/** Share of the sampled records from which on a doubt holds a run. */
const HOLDING_SHARE = 0.1
/** Share of the offers that come again with another price, above which the list has a meaning that is not read. */
const HOLDING_REPEATS = 0.4
const MOST_EXAMPLES = 3
/** Number of tyres that a name or unit states: 'комплект 4 шт', but not the quantity in a column of stock. */
const SET = /компл|к-т|набор|\bset\b|пар[аы](?!\p{L})/iu
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
  return [
    ...contestedFindings(reading),
    ...headerFinding(reading),
    ...reading.columns.flatMap((name) => (used.has(name) ? [] : ignoredDoubts(name, reading, used))),
    ...setFinding(mapping, reading, used),
  ]
}

function contestedFindings({ contested, offers }: ListReading): AccountFinding[] {
  const texts = {
    repeated: ['Та же шина с другой ценой, взята меньшая', 'разделить города, склады или виды цен'],
    hundredfold: ['Цена во много раз больше обычной для размера', 'указать, что цены в копейках'],
  } as const
  return contested.flatMap(({ kind, count, examples }) => {
    const [text, remedy] = texts[kind]
    if (count === 0) return []
    const holds = kind === 'repeated' ? count > offers * HOLDING_REPEATS : count >= offers * HOLDING_SHARE
    return {
      key: `rows:${kind}`,
      text: `${text}: ${count}`,
      examples: examples.slice(0, MOST_EXAMPLES),
      remedy,
      holds,
    }
  })
}

function headerFinding({ left }: ListReading): AccountFinding[] {
  const count = left.get('otherHeader') ?? 0
  if (count === 0) return []
  return [
    {
      key: 'rows:otherHeader',
      text: `Внутри таблицы другой заголовок: ${count}; строки под ним прочитаны по первому`,
      examples: [],
      remedy: 'разделить таблицы',
      holds: true,
    },
  ]
}

/** Returns what the values of an ignored column say against the prices of the others. */
function ignoredDoubts(
  name: string,
  reading: ListReading,
  used: ReadonlyMap<string, string>,
): AccountFinding[] {
  const { sample } = reading
  const read = readerOf(reading)
  const texts = sample.map(read(name))
  const foreign = texts.filter((text) => text.length < 20 && isForeign(text))
  const named = [...used].filter(([, field]) => field === 'name').map(([column]) => column)
  const others = texts.filter((text, at) => {
    const size = sizeOf(text)
    const own = named.map((column) => sizeOf(read(column)(sample[at] as { cells: RawCell[] })))
    return size !== '' && own.some((one) => one !== '' && one !== size)
  })
  const finding = (text: string, found: readonly string[], remedy: string): AccountFinding[] =>
    found.length === 0 || found.length < sample.length * HOLDING_SHARE
      ? []
      : [
          {
            key: `column:${name}`,
            text,
            examples: [...new Set(found)].slice(0, MOST_EXAMPLES),
            remedy,
            holds: true,
          },
        ]
  return [
    ...finding(`Колонка «${name}» называет другую валюту, а не читается`, foreign, 'указать валюту цен'),
    ...finding(`Колонка «${name}» называет другие шины: рядом вторая таблица`, others, 'читать обе таблицы'),
  ]
}

function setFinding(
  { pieces }: Mapping,
  reading: ListReading,
  used: ReadonlyMap<string, string>,
): AccountFinding[] {
  if (pieces !== undefined) return []
  const read = readerOf(reading)
  const columns = reading.columns.filter((name) => !used.has(name) || used.get(name) === 'name')
  const found = reading.sample.flatMap((record) => {
    const text = columns.map((name) => read(name)(record)).find((one) => SET.test(one) && piecesIn(one) > 1)
    return text === undefined ? [] : [text]
  })
  if (found.length === 0 || found.length < reading.sample.length * HOLDING_SHARE) return []
  return [
    {
      key: 'rows:sets',
      text: `Записи называют комплекты, а цены не поделены: ${found.length}`,
      examples: [...new Set(found)].slice(0, MOST_EXAMPLES),
      remedy: 'указать, за сколько шин цена',
      holds: true,
    },
  ]
}

const readerOf =
  ({ columns }: ListReading) =>
  (name: string) => {
    const at = columns.indexOf(name)
    return ({ cells }: { cells: readonly RawCell[] }): string => cleanText(String(cells[at] ?? ''))
  }

const sizeOf = (text: string): string =>
  SIZE.exec(withLatinSizes(text).toUpperCase())?.[0].replace(/\s/g, '') ?? ''
