import { type Element, isTag } from 'domhandler'
import { elementText } from './page-document.ts'

/** Meaning of a visible price: the one that is asked, the one before a discount, or of something else. */
export type PriceRole = 'asked' | 'before' | 'other'

/** Number of elements around a price whose names and classes say what it is. */
const LEVELS = 3
const STRUCK = new Set(['del', 's', 'strike'])
const BEFORE_CLASS =
  /(?:^|[\s_-])(?:old|before|crossed|strike(?:d|through)?|through|prev(?:ious)?|was|compare)(?:$|[\s_-])|(?:old|crossed|compare|regular)[_-]?price|price[_-]?(?:old|before|crossed)/i
const OTHER_CLASS =
  /bonus|cash-?back|deliver|shipping|credit|install?ment|monthly|saving|econom|member|club|loyal|wholesale|related|similar|recommend/i
const BEFORE_WORDS = /стар(?:ая|ой) цен|прежн|до скидки|без скидки|цена до|рекоменд|вместо/iu
/** Words before a price that is not what one tyre costs everybody. */
const OTHER_LABEL =
  /рассроч|кредит|частями|долями|плат[её]ж|взнос|предоплат|доставк|самовывоз|монтаж|балансиров|хранени|бонус|балл|к[эе]шб[еэ]к|(?<!со )скидк[аиу]|выгод|эконом|по карте|с картой|клуб|участник|опт(?!им)|юр\.?\s?лиц|от\s\d{1,4}\s?шт|компл|заказ[а-я]{0,3}\sот/iu
/** Words directly behind such a price, where buttons may follow other ones. */
const OTHER_UNIT =
  /^[\s,;:(/×xх-]{0,3}(?:в\s)?(?:мес(?!т)|по карте|с картой|(?:для|по цене) (?:участник|клуб|юр)|клуб|бонус|балл|к[эе]шб|за (?:комплект|[2-9])|компл|от \d|при покупке|скидк|опт)/iu
/** Number of characters of a label before a price. */
const LABEL_CHARS = 40
/** End of the price before, and begin of the one behind. */
const PRICE_END = /₽|руб\p{L}*\.?/iu
const NEXT_PRICE = /\d[\d\s]{2,12}(?:[.,]\d{1,2})?\s?(?:₽|руб)/iu

/**
 * Returns what a price is for.
 * @param context short text around the element
 */
export function roleOf(element: Element, context: string): PriceRole {
  const names: string[] = []
  for (let [one, level] = [element as Element | null, 0]; one && level < LEVELS; level++) {
    if (STRUCK.has(one.name)) return 'before'
    names.push(`${one.attribs.class ?? ''} ${one.attribs.id ?? ''}`.slice(0, 200))
    one = one.parent && isTag(one.parent) ? one.parent : null
  }
  const own = elementText(element)
  const [label, behind] = wordsBeside(context, own)
  const ownUnit = own.replace(/^[^₽р]{0,30}(?:₽|руб\p{L}{0,5}\.?|р\.)/iu, '')
  if (names.some((name) => BEFORE_CLASS.test(name)) || BEFORE_WORDS.test(`${label} ${own}`)) return 'before'
  const isOther =
    names.some((name) => OTHER_CLASS.test(name)) ||
    OTHER_LABEL.test(`${label} ${own}`) ||
    OTHER_UNIT.test(behind) ||
    OTHER_UNIT.test(ownUnit)
  return isOther ? 'other' : 'asked'
}

/** Returns the words before a price, and those behind it up to the next one. */
function wordsBeside(context: string, own: string): [label: string, behind: string] {
  const at = context.indexOf(own)
  if (at === -1) return ['', '']
  const label = (context.slice(0, at).split(PRICE_END).at(-1) ?? '').slice(-LABEL_CHARS)
  const right = context.slice(at + own.length)
  return [label, right.slice(0, NEXT_PRICE.exec(right)?.index ?? right.length)]
}
