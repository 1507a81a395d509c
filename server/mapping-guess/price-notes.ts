import type { AccountFinding, ListAccount } from '../../contract/sources/account.ts'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import { cleanText } from '../import/values/text.ts'
import { HOLDING_SHARE, MAX_EXAMPLES } from './doubts.ts'
import { isOtherYear, mentionsPriceTerms, STATEMENTS, WITHOUT_VAT } from './note-meanings.ts'
import { isDiscounted, isOnlyPriceEvidence } from './price-kind.ts'
import { isClearPrice, isPriceName } from './price-types.ts'
import { isPlainName } from './price-words.ts'
import { priceColumnsOf } from './read-columns.ts'

const DATED = /(?<!\d)\d{1,2}\.\d{1,2}(?:\.\d{2,4})?(?!\d)/u
/** Words of a discount that not everybody gets. */
const CONDITIONAL =
  /при|промо|юр|пенс|самовыв|предопл|рассроч|карт|\d\s?\+\s?\d|от\s?\d|до\s?\d|(?<!\p{L})с\s?\d/iu
const isDoubtful = (name: string, because: string, day: string | undefined): boolean =>
  WITHOUT_VAT.test(name) ||
  isOtherYear(name, day) ||
  DATED.test(name) ||
  (isDiscounted(because) && CONDITIONAL.test(name))

/** Words of a price that only some of its names have: 'Руб.', 'Сайт'. */
const CALLED =
  /(?<!\p{L})(?:руб\p{L}*|р|rub|rur|шт\p{L}*|сумма|итого|колонка|column|price\p{L}*|val(?:ue)?)(?!\p{Ll})|₽/iu

/** Column without a name, or of a table without a header, called by its letter: 'E'. */
const NAMELESS = /^(?:[A-Z]{1,2}|\P{L}*)$/u

/** Returns false for the name of a column that is a price by its numbers alone: 'Задаток', 'На авто', 'Было'. */
const isCalledPrice = (name: string): boolean =>
  NAMELESS.test(name) || isPriceName(name) || CALLED.test(name) || isPlainName(name)

/**
 * Returns a finding for each price whose name has a condition, and for an only price with a word that may make it another
 * one: 'Цена VIP'.
 */
export const nameFindings = (evidence: ListAccount['evidence'], day?: string): AccountFinding[] =>
  evidence.flatMap(({ column, because }) => {
    if (
      !isDoubtful(column, because, day) &&
      (!isOnlyPriceEvidence(because) || (isClearPrice(column) && isCalledPrice(column)))
    )
      return []
    return [
      {
        key: `price:${column}`,
        text: isCalledPrice(column)
          ? `Цена «${column}» прочитана как обычная, но её название говорит об условии`
          : `Колонка «${column}» прочитана как цена по числам, её название о цене не говорит`,
        examples: [],
        remedy: 'это розничная цена',
        holds: true,
      },
    ]
  })

/** Maximum length of a text that a column repeats. */
const MAX_CHARS = 40

/** Number of texts up to which those of a few records in a column count: more are names and descriptions. */
const MAX_TEXTS = 12
/** Fields of places, whose names may say what the prices beside them are: 'Алматы (цена в тенге)'. */
const PLACES: ReadonlySet<string> = new Set(['warehouse', 'city'])
/** Columns with the terms of each price. */
const TERM_COLUMNS = /(?<!\p{L})(?:услови[яе]|terms|conditions)(?!\p{L})/iu

/** Text beside the records, or one that a column has, alone and with the column's name. */
interface ListText {
  forms: readonly string[]
  /** column that has the text; undefined for a text beside the records */
  column?: string
  field?: string | undefined
  /** true if it concerns a tenth of the records */
  isCommon: boolean
}

/** Returns the short texts of columns which are not read, or only to tell the kind of goods or the place. */
function columnTexts({ columns, sample }: ListReading, used: ReadonlyMap<string, string>): ListText[] {
  return columns.flatMap((name, at) => {
    const field = used.get(name)
    if ((field !== undefined && field !== 'goods' && !PLACES.has(field)) || name.startsWith('$')) return []
    const counts = new Map<string, number>()
    for (const { cells } of sample) {
      const text = cleanText(String(cells[at] ?? ''))
      if (/\p{L}/u.test(text) && text.length <= MAX_CHARS) counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    return [...counts].flatMap(([text, count]) => {
      const isCommon = count >= sample.length * HOLDING_SHARE
      if (!isCommon && counts.size > MAX_TEXTS) return []
      return [{ forms: [text, `${name}: ${text}`], column: name, field, isCommon }]
    })
  })
}

/** Facts about a list by which the texts beside its records are judged. */
interface NoteFacts {
  evidence: ListAccount['evidence']
  /** fields by the names of the columns that are read */
  used: ReadonlyMap<string, string>
  isGuessed: boolean
  /** day of the list */
  day: string | undefined
}

/**
 * Returns findings about texts beside the records that give prices another meaning than they are read with: 'Цены без
 * НДС' above the table, a sheet 'Опт', 'за комплект' below the table, 'Тип цены' that is 'Оптовая'.
 */
export function noteFindings(
  mapping: Mapping,
  reading: ListReading,
  { evidence, used, isGuessed, day }: NoteFacts,
): AccountFinding[] {
  const prices = priceColumnsOf(used)
  const sheets = sheetsIn(reading)
  const inColumns = columnTexts(reading, used)
  const texts: ListText[] = [
    ...reading.notes.map((text) => ({ forms: [text], isCommon: true })),
    ...inColumns,
  ]
  const answered = new Set<string>()
  const certain = STATEMENTS.flatMap(({ key, what, says, isKnown, remedy }) => {
    const found = texts.flatMap((one) => {
      // The condition in a column or a sheet's name is no matter of notes.
      if (key === 'condition' && (one.column !== undefined || sheets.has(one.forms[0] ?? ''))) return []
      if (one.field !== undefined && PLACES.has(one.field) && !OF_PLACES.has(key)) return []
      const text = one.forms.find((form) => says(form, day))
      return text === undefined ? [] : [{ ...one, text }]
    })
    for (const { text } of found) answered.add(text)
    if (found.length === 0 || isKnown(mapping, reading, evidence, prices)) return []
    const where = found.some(({ column }) => column === undefined) ? 'Рядом с таблицей' : 'В списке'
    return [
      {
        key: `text:${key}`,
        text: `${where} сказано, что ${what}`,
        examples: found.slice(0, MAX_EXAMPLES).map(({ text }) => text),
        remedy,
        holds: (key !== 'kind' || isGuessed) && found.some(({ isCommon }) => isCommon),
      },
    ]
  })
  // Other terms are only reported: nobody can tell which prices they are about.
  const others = reading.notes.filter((text) => !answered.has(text) && mentionsPriceTerms(text))
  return [
    ...certain,
    ...(others.length === 0 ? [] : [termsFinding(others)]),
    ...columnTerms(inColumns.filter(({ forms }) => forms.every((form) => !answered.has(form)))),
  ]
}

/** Meanings that the name of a place may give its prices. */
const OF_PLACES: ReadonlySet<string> = new Set(['currency', 'pieces'])

/** Returns findings about columns with the terms of each price: 'Условия' that are 'при 100% предоплате'. */
function columnTerms(candidates: readonly ListText[]): AccountFinding[] {
  const found = Map.groupBy(
    candidates.filter(
      ({ column = '', forms: [text = ''] }) => TERM_COLUMNS.test(column) && mentionsPriceTerms(text),
    ),
    ({ column = '' }) => column,
  )
  return [...found].map(([name, texts]) => ({
    key: `terms:${name}`,
    text: `Колонка «${name}» называет условия цен, но не читается`,
    examples: texts.slice(0, MAX_EXAMPLES).map(({ forms: [text = ''] }) => text),
    remedy: 'сверить с ценой, которую платит покупатель',
    holds: texts.some(({ isCommon }) => isCommon),
  }))
}

/** Returns the names of the sheets that the sampled records are read with, and so with the condition in them. */
function sheetsIn({ columns, sample }: ListReading): ReadonlySet<string> {
  const at = columns.indexOf(SHEET_FIELD)
  return new Set(at === -1 ? [] : sample.map(({ cells }) => String(cells[at] ?? '')))
}

const termsFinding = (texts: readonly string[]): AccountFinding => ({
  key: 'text:terms',
  text: `Рядом с таблицей названы условия цен: ${texts.length}`,
  examples: texts.slice(0, MAX_EXAMPLES).map((text) => text.slice(0, 200)),
  remedy: 'сверить с ценой, которую платит покупатель',
  holds: false,
})
