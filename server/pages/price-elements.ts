import { type Element, hasChildren, isTag, isText } from 'domhandler'
import { piecesIn } from '../import/values/pieces.ts'
import { elementText, type PageDocument } from './page-document.ts'
import { type PageOffer, statedPrice } from './page-offer.ts'

/** Element of a page whose text is a price: a person may pick it, and it is compared with the page's data. */
export interface PriceElement {
  element: Element
  offer: PageOffer
  /** what the price is by its place and the words around it */
  role: PriceRole
  /** whether it stands behind the page's heading */
  isBelowHeading: boolean
}

/** Maximum number of elements that are read. */
const MAX_ELEMENTS = 300
/** Longest text of such an element in characters. */
const MAX_TEXT_LENGTH = 60
/** Longest selector in characters. */
const MAX_PLACE_LENGTH = 300
const AMOUNT = /(?<![\d.,])\d[\d\s]{0,12}(?:[.,]\d{1,3}){0,3}\s?(?:₽|руб|ru[br](?!\p{L})|р(?:\.|$))/iu
/** A number alone, whose currency may stand beside its element. */
const NUMBER = /^\d[\d\s]{2,9}(?:[.,]\d{1,2})?$/
const PRICE_WORD = /price|cena|cost|стоимост|цена/i
/** Elements without text for people. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'option', 'textarea'])

/**
 * Finds the elements whose text is a price in roubles. Each has the same place as long as the page has the same
 * structure around it (specification 23.1).
 * @param title heading of the page, which names the product
 */
export function priceElements({ elements }: PageDocument, title: string): PriceElement[] {
  const segments = segmentCounts(elements)
  const found = new Map<string, PriceElement>()
  let isBelowHeading = false
  for (const element of elements) {
    if (found.size === MAX_ELEMENTS) break
    isBelowHeading ||= element.name === 'h1'
    const amount = hasDigits(element) && isSeen(element) ? amountAround(element) : null
    if (!amount) continue
    const place = placeOf(amount.element, segments)
    if (place.length > MAX_PLACE_LENGTH || found.has(place)) continue
    const offer = { ...offerOf(amount.text, place, title), context: contextOf(amount.element) }
    if (offer.price === null && !offer.readings) continue
    found.set(place, {
      element: amount.element,
      offer,
      role: roleOf(amount.element, offer.context),
      isBelowHeading,
    })
  }
  return [...found.values()]
}

const hasDigits = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && /\d/.test(child.data))

function isSeen(element: Element): boolean {
  for (let one: Element | null = element; one; one = parentOf(one)) if (UNSEEN.has(one.name)) return false
  return true
}

const parentOf = ({ parent }: Element): Element | null => (parent && isTag(parent) ? parent : null)

/** Returns the element itself, or one around it that adds the currency, if its short text is a price. */
function amountAround(element: Element): { element: Element; text: string } | null {
  for (
    let [one, steps]: [Element | null, number] = [element, 0];
    one && steps < 3;
    one = parentOf(one), steps++
  ) {
    const text = shortText(one)
    if (text === null) return null
    if (AMOUNT.test(text)) return { element: one, text }
    if (!NUMBER.test(text)) return null
    if (isNamedPrice(one)) return { element: one, text }
  }
  return null
}

const isNamedPrice = (element: Element): boolean =>
  [element, parentOf(element)].some((one) =>
    PRICE_WORD.test(`${one?.attribs.class ?? ''} ${one?.attribs.id ?? ''}`),
  )

/** Returns an element's text; null if it is too long for a price. */
function shortText(element: Element, longest = MAX_TEXT_LENGTH): string | null {
  let length = 0
  const grows = (one: Element): boolean =>
    one.children.every((child) => {
      if (isText(child)) length += child.data.trim().length
      return length <= longest && (!hasChildren(child) || grows(child as Element))
    })
  return grows(element) ? elementText(element) : null
}

/** Longest text around an element in characters. */
const MAX_CONTEXT_LENGTH = 80

/** Returns the text around an element, by which a person tells its price from others; '' without a short one. */
function contextOf(element: Element): string {
  const own = elementText(element)
  for (let one = parentOf(element); one; one = parentOf(one)) {
    const text = shortText(one, MAX_CONTEXT_LENGTH)
    if (text === null) return own
    if (text !== own) return text
  }
  return own
}

function offerOf(text: string, place: string, name: string): PageOffer {
  const price = AMOUNT.exec(text)?.[0] ?? text
  const pieces = piecesIn(text)
  return {
    origin: 'element',
    place,
    name,
    brand: '',
    article: '',
    code: '',
    gtin: '',
    url: '',
    stock: null,
    ...statedPrice({ price, ...(pieces > 1 && { pieces }) }),
  }
}

/** A segment of a selector: the id, or the name with its classes. */
function segmentOf({ name, attribs }: Element): string {
  const id = attribs.id?.trim() ?? ''
  if (/^[\w-]{1,60}$/.test(id)) return `#${id}`
  const classes = (attribs.class ?? '').split(/\s+/).filter((one) => /^[\w-]{1,60}$/.test(one))
  return [name, ...classes.slice(0, 4)].join('.')
}

/** Returns whether a segment names an element by more than its kind. */
const isAnchor = (segment: string): boolean => /[.#]/.test(segment) || segment === 'body'

function segmentCounts(elements: readonly Element[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const element of elements) {
    const segment = segmentOf(element)
    counts.set(segment, (counts.get(segment) ?? 0) + 1)
  }
  return counts
}

/** Returns a selector: from the nearest unique element around, step by step to the element. */
function placeOf(element: Element, counts: ReadonlyMap<string, number>): string {
  const steps: string[] = []
  for (let one: Element | null = element; one; one = parentOf(one)) {
    const segment = segmentOf(one)
    if (counts.get(segment) === 1 && isAnchor(segment)) return [segment, ...steps].join(' > ')
    steps.unshift(stepOf(one))
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const siblings = element.parent?.children ?? []
  let nth = 0
  for (const sibling of siblings) {
    if (isTag(sibling) && sibling.name === element.name) nth++
    if (sibling === element) break
  }
  return `${element.name}:nth-of-type(${nth})`
}

/** Meaning of a visible price: the one that is asked, the one before a discount, or of something else. */
type PriceRole = 'asked' | 'before' | 'other'

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
function roleOf(element: Element, context: string): PriceRole {
  const names: string[] = []
  for (let one: Element | null = element; one && names.length < LEVELS; one = parentOf(one)) {
    if (STRUCK.has(one.name)) return 'before'
    names.push(`${one.attribs.class ?? ''} ${one.attribs.id ?? ''}`.slice(0, 200))
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
