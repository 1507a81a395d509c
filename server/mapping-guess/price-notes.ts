import { type AccountFinding, ALTERATIONS, type ListAccount } from '../../contract/sources/account.ts'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import { lenientNumber } from '../import/values/number.ts'
import { piecesIn } from '../import/values/pieces.ts'
import { cleanText } from '../import/values/text.ts'
import { conditionOf } from '../matching/condition.ts'
import { HOLDING_SHARE, MOST_EXAMPLES } from './doubts.ts'
import { isDiscounted, isOnly } from './price-kind.ts'
import { isClearPrice } from './price-types.ts'
import { priceColumnsOf } from './used-names.ts'

/** Meaning of a price that words beside it can give, where neither its column nor the mapping has it. */
interface Said {
  key: string
  /** what the words say, for people */
  what: string
  says(text: string): boolean
  /** true if the mapping or the columns' own words have it already */
  isKnown(
    mapping: Mapping,
    reading: ListReading,
    evidence: ListAccount['evidence'],
    prices: readonly string[],
  ): boolean
  remedy: string
}

/** Texts about prices, not about delivery or the shop. */
const ABOUT_PRICES = /цен|прайс|стоим|price|валют|расч[её]т/iu
/** Notes as short as a name: 'Опт', 'ОПТ-прайс'. */
const SHORT = 25
const WITHOUT_VAT =
  /без\s+(?:уч[её]та\s+)?ндс|ндс\s+не\s+(?:вкл|входит|уч[её]т)|не\s+(?:вкл\p{L}*|уч\p{L}*)\s+ндс|(?:прибавля|начисля|добавля)\p{L}*\s+ндс|(?:\+|плюс)\s?ндс|(?:without|excl\p{L}*\.?|ex\.?)\s+vat|vat\p{L}*:\s?(?:excl\p{L}*|no|false)/iu
const WITH_VAT = /(?<!\p{L})(?:с|включая|вкл\.?)\s+(?:уч[её]том\s+)?ндс/iu
const WHOLESALE =
  /(?<!\p{L})(?:(?:мелко|крупно)?опт(?:а|ом|ов\p{L}*)?|дилерск\p{L}*|дилеров|закупочн\p{L}*|закупка|входн\p{L}+|партн[её]рск\p{L}*|wholesale|dealers?|opt|optov\p{L}*|zakup\p{L}*)(?!\p{L}|-(?!прайс))/iu
const DISCOUNT = /скидк|discount/iu
const RETAIL = /розн|retail|ррц|рекомендован/iu
const FOREIGN =
  /[$€]|(?<!\p{L})(?:usd|eur|cny|byn|kzt|у\.?\s?е\.?|долл\p{L}*|евро|юан\p{L}*|тенге)(?![\p{L}-])/iu
const ROUBLE = /₽|(?<!\p{L})(?:руб\p{L}*|р\.|rub)(?!\p{L})/iu
/** A rate of a currency, by which the prices are to be multiplied, or a warning about it. */
const RATE = /курс|=\s?\d/iu
const WARNING = /рост|колебан|измен/iu
const SET = /компл|к-т|набор|(?<!\p{L})(?:set|пар[ауы]?)(?!\p{L})|\d\s?(?:шт|шин|кол[её]с)/iu
/** Words beside which a price is not the one that everybody pays for one tyre today. */
const TERMS =
  /скидк|discount|наценк|надбавк|ндс|предоплат|рассроч|отсроч|карт(?:а|е|ы|ой|у)(?!\p{L})|увелич|дороже|при сдаче|без сдачи|в подарок|\d\s?\+\s?\d|уч[её]том акц|дешевле|при сумме|\d\s?%|монтаж|установк|при покупке|при заказе|кратн|минимальн|от\s\d+\s?(?:шт|руб)|конкурент|экспорт|самовывоз|exw|юр\.?\s?лиц|опт|дилер|тыс|курс|у\.?\s?е\.?|с\s\d{1,2}\.\d{1,2}|до\s\d{1,2}\.\d{1,2}|таксопарк|в сборе|сто(?!\p{L})/iu

/** Length up to which a text beside the records is a title, and services that are no title of a list. */
const MOST_TITLE = 80
const SERVICE = /гаранти|возврат|обмен|принима|выкуп|скупка|шиномонтаж|ремонт\p{L}*\s(?:шин|кол[её]с)/iu

const SAID: readonly Said[] = [
  {
    key: 'vat',
    what: 'цены без НДС, а прочитаны они как обычные',
    says: (text) => WITHOUT_VAT.test(text) && !WITH_VAT.test(text),
    isKnown: (_, __, ___, prices) =>
      prices.some((name) => /(?<!без\s{0,3}(?:уч[её]та\s{0,3})?)ндс|vat/iu.test(name)),
    remedy: 'сверить с ценой, которую платит покупатель',
  },
  {
    key: 'kind',
    what: 'цены не розничные, а прочитаны они как обычные',
    says: (text) =>
      WHOLESALE.test(text) && !RETAIL.test(text) && (text.length <= SHORT || ABOUT_PRICES.test(text)),
    isKnown: (_, __, evidence) => !evidence.some(({ because }) => isOnly(because)),
    remedy: 'указать, что это за цена',
  },
  {
    key: 'currency',
    what: 'цены не в рублях, а прочитаны они как обычные',
    says: (text) =>
      FOREIGN.test(text) &&
      (RATE.test(text) || !ROUBLE.test(text)) &&
      (text.length <= SHORT || ABOUT_PRICES.test(text)) &&
      !WARNING.test(text),
    isKnown: ({ currency }) => currency !== undefined,
    remedy: 'убедиться, что цены в рублях',
  },
  {
    key: 'pieces',
    what: 'цены за несколько шин, а прочитаны они как обычные',
    says: (text) => SET.test(text) && piecesIn(text) > 1 && (text.length <= SHORT || ABOUT_PRICES.test(text)),
    isKnown: ({ pieces }) => pieces !== undefined,
    remedy: 'указать, за сколько шин цена',
  },
  {
    key: 'condition',
    what: 'шины не новые, а прочитаны они как новые',
    says: (text) => text.length <= MOST_TITLE && conditionOf(text) !== 'new' && !SERVICE.test(text),
    isKnown: ({ fields }, { altered, tyres }) =>
      fields.condition !== undefined ||
      altered.some(({ rule, count }) => rule === ALTERATIONS.condition && count >= tyres),
    remedy: 'указать состояние шин',
  },
]

/** Maximum length of a text that a column repeats. */
const MOST_CHARS = 40

/** Columns with the number of tyres that a price is for, or from which on it holds: 'Кратность', 'pack', 'min_qty'. */
const QUANTITY =
  /компл|упак|кратн|фасов|(?:мин|min)\p{L}*[\s._-]{0,2}(?:парт|заказ|кол|q|order)|(?<!\p{L})(?:multi_?)?(?:pack|pair|per)(?!\p{Ll})|qty_?for|(?:reference|eligible)quantity/iu

/** Returns the short texts that columns repeat which are not read, or only to tell the kind of goods. */
function repeatedTexts({ columns, sample }: ListReading, used: ReadonlyMap<string, string>): string[] {
  return columns.flatMap((name, at) => {
    if ((used.get(name) ?? 'goods') !== 'goods' || name.startsWith('$')) return []
    const counts = new Map<string, number>()
    for (const { cells } of sample) {
      const text = cleanText(String(cells[at] ?? ''))
      if (/\p{L}/u.test(text) && text.length <= MOST_CHARS) counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const repeated = [...counts].filter(([, count]) => count >= sample.length * HOLDING_SHARE)
    return repeated.flatMap(([text]) => [text, `${name}: ${text}`])
  })
}

/** Returns findings about columns with a discount that no price has yet, and with the number of tyres of a price. */
export function discountFindings(
  mapping: Mapping,
  reading: ListReading,
  used: ReadonlyMap<string, string>,
): AccountFinding[] {
  const { instead = {}, pieces } = mapping
  const isDiscounted = Object.values(instead).some(({ rule }) => rule === 'discount')
  return [
    ...(isDiscounted
      ? []
      : changing(reading, DISCOUNT, 0, (name) => !used.has(name), 'меняет цены, но не читается', true)),
    ...(pieces
      ? []
      : changing(
          reading,
          QUANTITY,
          1,
          (name) => !used.has(name) || used.get(name) === 'stock',
          'говорит, за сколько или от скольких шин цена',
          false,
        )),
  ]
}

/** Returns findings about columns with numbers above a limit, by their names. */
function changing(
  { columns, itemColumns, sample }: ListReading,
  named: RegExp,
  above: number,
  isCandidate: (name: string) => boolean,
  what: string,
  holds: boolean,
): AccountFinding[] {
  const own = columns.map((name, at) => ({ name, texts: sample.map(({ cells }) => cells[at]) }))
  const nested = itemColumns.map((name, at) => ({ name, texts: sample.map(({ items }) => items[0]?.[at]) }))
  return [...own, ...nested].flatMap(({ name, texts }) => {
    if (!named.test(name) || WHOLESALE.test(name) || !isCandidate(name)) return []
    const found = texts
      .map((cell) => cleanText(String(cell ?? '')))
      .filter((text) => (lenientNumber(text.replace('%', '')) ?? 0) > above)
    if (found.length < sample.length * HOLDING_SHARE) return []
    return [
      {
        key: `terms:${name}`,
        text: `Колонка «${name}» ${what}`,
        examples: [...new Set(found)].slice(0, MOST_EXAMPLES),
        remedy: 'сверить с ценой, которую платит покупатель',
        holds,
      },
    ]
  })
}

/**
 * Returns findings about texts beside the records that give prices another meaning than they are read with: 'Цены без
 * НДС' above the table, a sheet 'Опт', 'за комплект' below the table, 'Тип цены' that is 'Оптовая'.
 * @param used fields by the names of the columns that are read
 */
export function noteFindings(
  mapping: Mapping,
  reading: ListReading,
  evidence: ListAccount['evidence'],
  used: ReadonlyMap<string, string>,
  isGuessed: boolean,
): AccountFinding[] {
  const prices = priceColumnsOf(used)
  const notes = [...reading.notes, ...repeatedTexts(reading, used)]
  const sheets = sheetsIn(reading)
  const titles = reading.notes.filter((text) => !sheets.has(text))
  const answered = new Set<string>()
  const certain = SAID.flatMap(({ key, what, says, isKnown, remedy }) => {
    // The condition in a column or a sheet's name is no matter of notes.
    const found = (key === 'condition' ? titles : notes).filter(says)
    for (const text of found) answered.add(text)
    if (found.length === 0 || isKnown(mapping, reading, evidence, prices)) return []
    const text = `Рядом с таблицей сказано, что ${what}`
    return [
      {
        key: `text:${key}`,
        text,
        examples: found.slice(0, MOST_EXAMPLES),
        remedy,
        holds: key !== 'kind' || isGuessed,
      },
    ]
  })
  // Other terms are only reported: nobody can tell which prices they are about.
  const others = reading.notes.filter(
    (text) => !answered.has(text) && TERMS.test(text.replace(/с\s+ндс(?:\s?\d+\s?%)?/giu, '')),
  )
  return others.length === 0 ? certain : [...certain, termsFinding(others)]
}

/** Returns the names of the sheets that the sampled records are read with, and so with the condition in them. */
function sheetsIn({ columns, sample }: ListReading): ReadonlySet<string> {
  const at = columns.indexOf(SHEET_FIELD)
  return new Set(at === -1 ? [] : sample.map(({ cells }) => String(cells[at] ?? '')))
}

const termsFinding = (texts: readonly string[]): AccountFinding => ({
  key: 'text:terms',
  text: `Рядом с таблицей названы условия цен: ${texts.length}`,
  examples: texts.slice(0, MOST_EXAMPLES).map((text) => text.slice(0, 200)),
  remedy: 'сверить с ценой, которую платит покупатель',
  holds: false,
})

const DATED = /(?<!\d)\d{1,2}\.\d{1,2}(?:\.\d{2,4})?(?!\d)/u
/** Words of a discount that not everybody gets. */
const CONDITIONAL =
  /при|промо|юр|пенс|самовыв|предопл|рассроч|карт|\d\s?\+\s?\d|от\s?\d|до\s?\d|(?<!\p{L})с\s?\d/iu
const isDoubtful = (name: string, because: string): boolean =>
  WITHOUT_VAT.test(name) || DATED.test(name) || (isDiscounted(because) && CONDITIONAL.test(name))

/**
 * Returns a finding for each price whose name has a condition, and for an only price with a word that may make it another
 * one: 'Цена VIP'.
 */
export const nameFindings = (evidence: ListAccount['evidence']): AccountFinding[] =>
  evidence.flatMap(({ column, because }) => {
    if (!isDoubtful(column, because) && (!isOnly(because) || isClearPrice(column))) return []
    return [
      {
        key: `price:${column}`,
        text: `Цена «${column}» прочитана как обычная, но её название говорит об условии`,
        examples: [],
        remedy: 'это розничная цена',
        holds: true,
      },
    ]
  })
