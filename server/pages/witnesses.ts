import { notNew, ofOneCondition, type PageOffer, shownPrice } from './page-offer.ts'
import type { PriceElement } from './price-elements.ts'

/** Largest difference in roubles between two statements of one price: shops round it. */
const ROUNDING = 1
/** Factors between a price in minor units, or with a misread separator, and the visible one. */
const SCALES = [1 / 100, 1 / 1_000]
const SCALES_UP = [100, 1_000]

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= ROUNDING

/**
 * Compares the prices of a page's data with those that a person sees (specification 23.12): the visible one decides on
 * a notation and on minor units, and other differences hold the price of the page's own product back.
 */
export function compareWithVisible(
  stated: readonly PageOffer[],
  elements: readonly PriceElement[],
  title: string,
): PageOffer[] {
  const isOwn = ownTest(stated, title)
  const visible = new Visible(elements)
  const usesThousands = stated.some(({ readings }) => readings?.length === 1)
  const read = stated.map((offer) => {
    const unfit = notNew(isOwn(offer) ? title : ofOneCondition(title))
    if (unfit !== '') return refusedOffer(offer, unfit)
    const clear = offer.readings && offer.price === null ? withReading(offer, visible, usesThousands) : offer
    return clear.price === null ? clear : compared(clear, visible, isOwn(offer))
  })
  return withoutRefused(visible.main === undefined ? partsCompared(read, isOwn) : read)
}

/** Prices that a person sees. */
class Visible {
  readonly #asked: PageOffer[]
  readonly #before: PageOffer[]
  /** price of the page's own product; undefined if none is seen */
  readonly main: number | undefined

  constructor(elements: readonly PriceElement[]) {
    const asked = elements.filter(({ role }) => role === 'asked')
    this.#asked = asked.map(({ offer }) => offer)
    this.#before = elements.filter(({ role }) => role === 'before').map(({ offer }) => offer)
    const priced = asked.filter(({ offer }) => offer.price !== null)
    const main = priced.find(({ isBelowHeading }) => isBelowHeading) ?? priced[0]
    this.main = main?.offer.price ?? undefined
  }

  /** Returns whether a price is asked, for one tyre or for all of the offer's pieces. */
  asks(price: number, pieces = 1): boolean {
    return this.#asked.some((one) => states(one, price) || states(one, price * pieces))
  }

  asksBefore(price: number): boolean {
    return this.#before.some((one) => states(one, price))
  }
}

const states = ({ price, pieces, readings = [] }: PageOffer, wanted: number): boolean =>
  (price !== null && (isSame(price, wanted) || isSame(price * pieces, wanted))) ||
  readings.some((one) => isSame(one, wanted))

function withReading(offer: PageOffer, visible: Visible, usesThousands: boolean): PageOffer {
  const seen = offer.readings?.filter((price) => visible.asks(price, offer.pieces)) ?? []
  const price =
    seen.length === 1 ? seen[0] : seen.length === 0 && usesThousands ? offer.readings?.at(-1) : undefined
  return price === undefined ? offer : { ...offer, price, problem: '' }
}

function compared(offer: PageOffer, visible: Visible, isOwn: boolean): PageOffer {
  const price = offer.price as number
  if (visible.main === undefined || visible.asks(price, offer.pieces)) return offer
  const scale = (isOwn ? [...SCALES, ...SCALES_UP] : SCALES).find((factor) =>
    visible.asks(price * factor, offer.pieces),
  )
  if (scale !== undefined) return scaled(offer, scale)
  if (!isOwn) return offer
  if (visible.asksBefore(price) && visible.main < price)
    return { ...offer, price: visible.main, listPrice: price }
  return refusedOffer(
    offer,
    `Цены на странице расходятся: видна ${shownPrice(visible.main)}, в данных ${shownPrice(price)}`,
  )
}

const scaled = (offer: PageOffer, factor: number): PageOffer => {
  const price = Math.round((offer.price as number) * factor * 100) / 100
  const before = offer.listPrice === null ? null : Math.round(offer.listPrice * factor * 100) / 100
  return { ...offer, price, listPrice: before }
}

/** Returns an offer whose price must not be used. */
export const refusedOffer = (offer: PageOffer, problem: string): PageOffer =>
  offer.price === null ? offer : { ...offer, price: null, listPrice: null, problem, refused: offer.price }

/**
 * Compares the parts of a page that shows no price: of two parts of which one says a hundred times the other, that is in
 * kopecks; other differences hold the price of the page's own product back.
 */
function partsCompared(offers: readonly PageOffer[], isOwn: (offer: PageOffer) => boolean): PageOffer[] {
  const own = offers.filter((offer) => offer.price !== null && isOwn(offer))
  const parts = [...Map.groupBy(own, ({ origin }) => origin).values()]
  const agree = (one: readonly PageOffer[], others: readonly PageOffer[]) =>
    one.some((a) => others.some((b) => agrees(a, b) || agrees(b, a)))
  const scaledDown = offers.map((offer) => {
    const price = offer.price ?? 0
    const factor = SCALES.find((one) =>
      own.some((other) => other.price !== null && isSame(other.price, price * one)),
    )
    return own.includes(offer) && factor !== undefined ? scaled(offer, factor) : offer
  })
  if (scaledDown.some((offer, index) => offer !== offers[index])) return partsCompared(scaledDown, isOwn)
  if (parts.every((part, index) => parts.slice(index + 1).every((other) => agree(part, other))))
    return [...offers]
  const prices = [...new Set(own.map(({ price }) => price as number))].slice(0, 3).map(shownPrice)
  const problem = `Цены в данных страницы расходятся: ${prices.join(' и ')}`
  return offers.map((offer) => (own.includes(offer) ? refusedOffer(offer, problem) : offer))
}

/** Returns whether one price is the other, or a discount from it. */
const agrees = (a: PageOffer, b: PageOffer): boolean =>
  isSame(a.price as number, b.price as number) ||
  (a.listPrice !== null && isSame(a.listPrice, b.price as number))

/** Refuses prices that another part of the page states for somebody else, or for a tyre that is not new. */
function withoutRefused(offers: readonly PageOffer[]): PageOffer[] {
  const reasons = Map.groupBy(
    offers.filter(({ refused }) => refused !== undefined),
    ({ refused }) => refused,
  )
  return offers.map((offer) => {
    if (offer.price === null) return offer
    const reason = reasons
      .get(offer.price)
      ?.find((one) => one.origin !== offer.origin && mayBeSame(one, offer))
    const isUsable = offers.some(
      (one) => one.origin === reason?.origin && one.price === offer.price && mayBeSame(one, offer),
    )
    return reason && !isUsable ? refusedOffer(offer, reason.problem) : offer
  })
}

/** Returns whether two parts of a page may name one product, one with more words. */
function mayBeSame(a: PageOffer, b: PageOffer): boolean {
  const [one, other] = [plain(a.name), plain(b.name)]
  return isSameProduct(a, b) || one.includes(other) || other.includes(one)
}

/** Returns whether two parts of a page name one product. */
export function isSameProduct(a: PageOffer, b: PageOffer): boolean {
  const [one, other] = [plain(a.name), plain(b.name)]
  return one === other || (a.code !== '' && a.code === b.code)
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns whether a heading names a product, as that of its own page does and that of 'похожие' does not. */
export function isNamed(title: string, { name }: Pick<PageOffer, 'name'>): boolean {
  const [heading, own] = [plain(title), plain(name)]
  return own !== '' && heading !== '' && (heading.includes(own) || own.includes(heading))
}

/** Number of names above which a page is a list. */
const MAX_NAMES = 20

/**
 * Returns a test whether an offer is of the page's own product: the one that the heading names, or the only one. Parts of
 * the page may name it with more words; names of variants contradict each other.
 */
function ownTest(stated: readonly PageOffer[], title: string): (offer: PageOffer) => boolean {
  const names = new Set(stated.map(({ name }) => plain(name)))
  const named = new Set(stated.filter((offer) => isNamed(title, offer)).map(({ name }) => plain(name)))
  const own = [...(named.size === 0 ? names : named)]
  const isOne =
    own.length <= MAX_NAMES &&
    own.every((one) => own.every((other) => one.includes(other) || other.includes(one)))
  return ({ name }) => isOne && own.includes(plain(name))
}
