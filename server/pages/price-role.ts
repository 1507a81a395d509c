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
const BEFORE_WORDS = /стар(?:ая|ой) цен|прежн|до скидки|без скидки|цена до|рекоменд/iu
/** Words beside a price that is not what one tyre costs everybody. */
const OTHER_WORDS =
  /мес|рассроч|кредит|частями|долями|платеж|взнос|предоплат|доставк|самовывоз|монтаж|балансиров|хранени|бонус|балл|к[эе]шб[еэ]к|(?<!со )скидк[аиу]|выгод|эконом|по карте|клуб|участник|опт(?!им)|юр\.?\s?лиц|от\s\d+\s?шт|компл|заказ[а-я]{0,3}\sот|корзин/iu
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
  const words = `${wordsBeside(context, own)} ${own}`
  if (names.some((name) => BEFORE_CLASS.test(name)) || BEFORE_WORDS.test(words)) return 'before'
  return names.some((name) => OTHER_CLASS.test(name)) || OTHER_WORDS.test(words) ? 'other' : 'asked'
}

/** Returns the words between a price and its neighbours. */
function wordsBeside(context: string, own: string): string {
  const at = context.indexOf(own)
  if (at === -1) return ''
  const left = context.slice(0, at).split(PRICE_END).at(-1) ?? ''
  const right = context.slice(at + own.length)
  return `${left} ${right.slice(0, NEXT_PRICE.exec(right)?.index ?? right.length)}`
}
