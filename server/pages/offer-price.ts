import { lenientNumber } from '../import/values/number.ts'
import { firstText, isA, itemsAt, type MarkupItem, termOf, textsAt } from './markup-items.ts'
import { fieldText } from './page-offer.ts'

/** Price that an offer asks of somebody who buys one tyre, as the page writes it. */
export interface AskedPrice {
  /** where it stands within the offer: 'price' */
  field: string
  price: string | number | undefined
  /** price before the discount */
  list: string | number | undefined
  /** '' if the offer names none */
  currency: string
  /** number of tyres that the price is for; undefined if no field says it */
  pieces: number | undefined
  /** for whom else the price is, or why it is unclear, in Russian; '' if it is for everybody */
  onlyFor: string
}

type Candidate = Omit<AskedPrice, 'list'> & { kind: Kind; value: number }
type Kind = 'asked' | 'sale' | 'regular' | 'before'

const KINDS: Readonly<Record<string, Kind>> = {
  saleprice: 'sale',
  listprice: 'regular',
  regularprice: 'regular',
  strikethroughprice: 'before',
  srp: 'before',
  msrp: 'before',
  minimumadvertisedprice: 'before',
}
/** Prices of something else than the tyre. */
const CHARGES = new Set(['deliverychargespecification', 'paymentchargespecification'])

/** Returns the price that an offer asks of everybody: the sale price before the own one, and that before the list price. */
export function askedPrice(offer: MarkupItem): AskedPrice {
  const candidates = candidatesOf(offer)
  const open = candidates.filter(({ onlyFor }) => onlyFor === '')
  const before = open.find(({ kind }) => kind === 'regular' || kind === 'before')
  const asked =
    cheapest(open.filter(({ kind }) => kind === 'sale')) ??
    open.find(({ kind, field }) => kind === 'asked' && field === 'price') ??
    cheapest(open.filter(({ kind }) => kind === 'asked')) ??
    (before?.kind === 'regular' ? before : undefined) ??
    candidates.find(({ onlyFor }) => onlyFor !== '')
  if (!asked) return { ...NO_PRICE, list: before?.price }
  const { kind, value, ...price } = asked
  return { ...price, list: before === asked ? undefined : before?.price }
}

const NO_PRICE = { field: 'price', price: undefined, currency: '', pieces: undefined, onlyFor: '' }

/** Returns whether an offer states any price. */
export const statesPrice = (offer: MarkupItem): boolean => candidatesOf(offer).length > 0

function candidatesOf(offer: MarkupItem): Candidate[] {
  const onAll = conditionsOf(offer)
  const currency = fieldText(firstText(offer, 'priceCurrency'))
  const specified = itemsAt(offer, 'priceSpecification')
    .filter((one) => !isA(one, CHARGES))
    .flatMap((one) => {
      const [field, price] = priceOf(one)
      if (price === undefined) return []
      const own = fieldText(firstText(one, 'priceCurrency')) || currency
      return [
        candidate(`priceSpecification › ${field}`, price, {
          currency: own,
          kind: kindOf(one),
          pieces: piecesOf(one),
          onlyFor: onAll || conditionsOf(one) || namedBuyers(one),
        }),
      ]
    })
  const [field, price] = priceOf(offer)
  if (price === undefined) return specified
  const named = currency || (specified[0]?.currency ?? '')
  const kind = kindOf(offer)
  const own = candidate(field, price, { currency: named, kind, pieces: piecesOf(offer), onlyFor: onAll })
  // Some shops repeat the price of members as the offer's.
  const hidden = specified.find((one) => one.onlyFor !== '' && one.value === own.value)
  const isOpen = specified.some((one) => one.onlyFor === '' && one.value !== own.value)
  return [hidden && isOpen ? { ...own, onlyFor: hidden.onlyFor } : own, ...specified]
}

function candidate(
  field: string,
  price: string | number,
  rest: Pick<Candidate, 'currency' | 'kind' | 'pieces' | 'onlyFor'>,
): Candidate {
  return { field, price, ...rest, value: amount(price) }
}

const amount = (price: string | number): number =>
  typeof price === 'number' ? price : (lenientNumber(price) ?? Number.NaN)

/** Returns the name of the field with the price, and the price; of several different ones none is read. */
function priceOf(item: MarkupItem): [field: string, price: string | number | undefined] {
  const prices = textsAt(item, 'price')
  const [first] = prices
  if (new Set(prices.map(amount)).size > 1)
    return ['price', prices.slice(0, 3).map(fieldText).join(' / ').slice(0, 60)]
  return first === undefined ? ['lowPrice', firstText(item, 'lowPrice')] : ['price', first]
}

const cheapest = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.reduce<Candidate | undefined>(
    (least, one) => (least === undefined || one.value < least.value ? one : least),
    undefined,
  )

const priceType = (item: MarkupItem): string => termOf(fieldText(firstText(item, 'priceType'))).toLowerCase()
const kindOf = (item: MarkupItem): Kind => KINDS[priceType(item)] ?? 'asked'

/** Returns the number of tyres that a price is for: the quantity that a unit price refers to, never that of an order. */
const piecesOf = (item: MarkupItem): number | undefined =>
  itemsAt(item, 'referenceQuantity')
    .map((quantity) => Number(firstText(quantity, 'value')))
    .find((count) => count > 0)

const MEMBERS = 'Цена для участников программы магазина'
const BUSINESS = 'Цена для организаций'
const ENDUSERS = /^(?:end-?users?|consumers?|b2c|individuals?|private|физ\p{L}*.{0,20}|все)$/iu
const MEMBER_WORD = /member|club|loyal|клуб|участник|по карте|с картой|бонус/iu
const BUSINESS_WORD = /business|b2b|wholesale|dealer|resell|опт|юр\.?\s?лиц|юридич|организац|дилер/iu

/** Returns what a price or an offer demands of the buyer, in Russian; '' for nothing. */
function conditionsOf(item: MarkupItem): string {
  if (item.props.has('validForMemberTier') || MEMBER_WORD.test(priceType(item))) return MEMBERS
  const buyers = [
    ...textsAt(item, 'eligibleCustomerType'),
    ...itemsAt(item, 'eligibleCustomerType').map((one) => firstText(one, 'name') ?? one.types[0] ?? ''),
  ].map((one) => termOf(fieldText(one)))
  if (BUSINESS_WORD.test(priceType(item))) return BUSINESS
  if (buyers.length > 0 && !buyers.some((one) => ENDUSERS.test(one))) return BUSINESS
  const least = leastQuantity(item)
  if (least > 1) return `Цена при покупке от ${least} шт.`
  return item.props.has('eligibleTransactionVolume') ? 'Цена при заказе от суммы' : ''
}

/** Returns for whom a price is by its own name, such as 'Клубная цена'; '' for everybody. */
function namedBuyers(specification: MarkupItem): string {
  const text = textsAt(specification, 'name', 'description').map(fieldText).join(' ')
  return MEMBER_WORD.test(text) ? MEMBERS : BUSINESS_WORD.test(text) ? BUSINESS : ''
}

/** Returns the number of tyres from which on a price holds. */
function leastQuantity(item: MarkupItem): number {
  const least = [
    ...itemsAt(item, 'eligibleQuantity').map((one) => firstText(one, 'minValue') ?? firstText(one, 'value')),
    ...textsAt(item, 'eligibleQuantity'),
  ].map((text) => Number(/\d{1,9}/.exec(String(text ?? ''))?.[0] ?? 1))
  return least.length === 0 ? 1 : Math.min(...least)
}
