import type { AccountFinding, ListAccount } from '../../contract/sources/account.ts'
import { WITHOUT_VAT } from './note-meanings.ts'
import { isOtherYear } from './other-year.ts'
import { isDiscounted, isOnly } from './price-kind.ts'
import { isClearPrice, isPriceName } from './price-types.ts'
import { isPlainName } from './price-words.ts'

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
      (!isOnly(because) || (isClearPrice(column) && isCalledPrice(column)))
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
