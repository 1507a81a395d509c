import type { PriceOrigin } from '../../../../contract/pages/tracked-page.ts'
import { type Contradiction, contradictionOf, featuresOf } from '../../../matching/compare.ts'
import type { ListingText, TyreDescription } from '../../../matching/description.ts'
import { parseListing } from '../../../matching/parse.ts'
import { type PageOffer, shownPrice } from '../../../pages/page-offer.ts'
import { mainOffer, type PageReading, statedOffers } from '../../../pages/read-page.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import { decodeOffers } from '../../../prices/stored-offers.ts'

/** Price that a person confirmed on a page; `origin` is '' if nobody did yet. */
export interface Confirmed {
  origin: PriceOrigin | ''
  place: string
  /** name of the product */
  name: string
  /** price in roubles that is in use; null before the first */
  price: number | null
}

/** Price of a page that may be used, or why it is held back (specification 23.5). */
export type Judgement = { kind: 'price'; offer: PageOffer } | { kind: 'held'; why: string }

/** Factor by which a price may change from one reading to the next. */
const PLAUSIBLE_FACTOR = 2

/**
 * Judges a new reading of a tracked page: nothing is guessed, every doubt holds the price back.
 * @param usual price in roubles with which a first one is compared, the market's; null if unknown
 */
export function judgeReading(
  { offers, wall }: Pick<PageReading, 'offers' | 'wall'>,
  tyre: TyreSpecs,
  confirmed: Confirmed,
  usual: number | null,
): Judgement {
  if (wall !== '') return { kind: 'held', why: wall }
  const found = confirmed.origin === '' ? firstOffer(offers, tyre) : sameOffer(offers, confirmed, tyre)
  if (typeof found === 'string') return { kind: 'held', why: found }
  const doubt = found.name === confirmed.name ? '' : doubtOf(found, tyre)
  if (doubt !== '') return { kind: 'held', why: doubt }
  const odd = oddPrice(found.price as number, confirmed.price, usual)
  if (odd !== '') return { kind: 'held', why: odd }
  return { kind: 'price', offer: found }
}

/** Returns why a price is implausible: compared with the former one, or without one with the market's; '' if it is not. */
export function oddPrice(price: number, former: number | null, usual: number | null): string {
  const before = former ?? usual
  if (before === null || (price <= before * PLAUSIBLE_FACTOR && price * PLAUSIBLE_FACTOR >= before)) return ''
  const compared = former === null ? `а на рынке ${shownPrice(before)}` : `а была ${shownPrice(before)}`
  return `Цена на странице ${shownPrice(price)}, ${compared}: проверьте её`
}

/** @returns why there is none, if there is none */
function firstOffer(offers: readonly PageOffer[], tyre: TyreSpecs): PageOffer | string {
  const fitting = offers.filter((offer) => doubtOf(offer, tyre) === '')
  const offer = mainOffer(mainOffer(fitting) ? fitting : offers)
  const why = problemIn(offers)
  return offer ?? why ?? (offers.length > 0 ? 'Цену нужно выбрать на странице' : NO_PRICE)
}

/** Returns the problem of the first price that cannot be used. */
const problemIn = (offers: readonly PageOffer[]): string | undefined =>
  statedOffers(offers).find(({ problem }) => problem !== '')?.problem

const NO_PRICE = 'На странице нет цены'

/** Finds the price where it was confirmed; of several products there, the one with the same name, or the tyre's. */
function sameOffer(
  offers: readonly PageOffer[],
  { origin, place, name }: Confirmed,
  tyre: TyreSpecs,
): PageOffer | string {
  const ofOrigin = offers.filter((offer) => offer.origin === origin)
  const exact = ofOrigin.filter((offer) => offer.place === place)
  const there =
    exact.length > 0 ? exact : ofOrigin.filter((offer) => unnumbered(offer.place) === unnumbered(place))
  if (there.length === 0) {
    return statedOffers(offers).some(({ price }) => price !== null) || origin === 'element'
      ? 'Страница устроена иначе, чем раньше: цены на прежнем месте нет'
      : (problemIn(offers) ?? NO_PRICE)
  }
  const named = there.filter((offer) => offer.name === name)
  const fitting = named.length > 0 ? named : there.filter((offer) => doubtOf(offer, tyre) === '')
  const [offer, ...others] = (fitting.length > 0 ? fitting : there).filter(({ price }) => price !== null)
  const different = [...new Set([offer, ...others].flatMap((one) => one?.price ?? []))]
  if (different.length > 1)
    return `На прежнем месте несколько цен: ${different.slice(0, 5).map(shownPrice).join(', ')}`
  return offer ?? there[0]?.problem ?? NO_PRICE
}

/** Returns a place without the numbers of its offers, whose order changes. */
const unnumbered = (place: string): string => place.replace(/ › offers\[[^\]]*\]/g, ' › offers')

const CONTRADICTIONS: Readonly<Record<Contradiction, string>> = {
  condition: 'другое состояние',
  size: 'другой размер',
  load: 'другой индекс нагрузки',
  speed: 'другой индекс скорости',
  season: 'другой сезон',
  studs: 'с шипами и без них',
  ply: 'другая норма слойности',
  code: 'другая модель',
}

/** Returns a product's name with its brand, unless the name has it. */
export const productName = ({ brand, name }: Pick<PageOffer, 'brand' | 'name'>): string =>
  [name.toUpperCase().includes(brand.toUpperCase()) ? '' : brand, name].filter(Boolean).join(' ')

/** Returns what speaks against a product of a page being the tyre, in words; '' for nothing. */
export function doubtOf({ brand, name }: Pick<PageOffer, 'brand' | 'name'>, tyre: TyreSpecs): string {
  // A page without a field for the brand mostly names it in the heading.
  const [theirs, ours] = [describedOffer({ brand: brand || tyre.brand, name }), parseListing(tyre)]
  const what = contradiction(theirs, ours)
  return what === null
    ? ''
    : `На странице другая шина (${what}): ${productName({ brand, name })}`.slice(0, 300)
}

function contradiction(theirs: TyreDescription, ours: TyreDescription): string | null {
  if (theirs.family !== '' && ours.family !== '' && theirs.family !== ours.family) return 'другая марка'
  // A page whose heading has no size says nothing against it.
  const sized = theirs.size.width === '' ? { ...theirs, size: ours.size } : theirs
  const found = contradictionOf(sized, ours)
  if (found) return CONTRADICTIONS[found]
  if (theirs.model.length === 0 || ours.model.length === 0) return null
  const features = featuresOf(sized, ours, () => 1)
  return features === null || features.common === 0 ? 'другая модель' : null
}

const NOTHING: Omit<ListingText, 'brand' | 'name'> = {
  width: '',
  height: '',
  diameter: '',
  season: '',
  loadIndex: '',
  speedIndex: '',
}

/** Returns what a product's name on a page says of the tyre. */
export const describedOffer = ({ brand, name }: Pick<PageOffer, 'brand' | 'name'>): TyreDescription =>
  parseListing({ ...NOTHING, brand, name })

/** Returns the median of the retail prices of a tyre on the last day of each site, in roubles; null without any. */
export async function marketPrice(sql: ReadSql, tyre: number): Promise<number | null> {
  const rows = await sql.all<{ offers: string }>`
    SELECT o.offers FROM (SELECT site_id, max(day) AS day FROM snapshots GROUP BY site_id) x
    JOIN site_offers o ON o.day = x.day AND o.site_id = x.site_id AND o.tyre_id = ${tyre}`
  const prices = rows
    .flatMap(({ offers }) => decodeOffers(offers).map(({ retail }) => retail))
    .filter((price) => price !== null)
    .sort((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? null
}
