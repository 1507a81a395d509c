import { normaliseArticle } from '../../../../contract/tyre/tyre-key.ts'
import type { Mapping } from '../../../import/mapping.ts'
import { bestOffer, type PageOffer } from '../../../pages/page-offer.ts'
import { type PageReading, statedOffers } from '../../../pages/read-page.ts'
import { isNamed } from '../../../pages/witnesses.ts'
import { codeKey } from '../../../prices/listings/listing.ts'
import type { CrawlRecord, CrawlRow } from './crawl-store.ts'
import { describedOffer } from './judge.ts'
import { pageCode } from './shop-addresses.ts'

/** Mapping of the price lists that are written of a shop's pages. */
export const SHOP_MAPPING: Mapping = {
  format: 'jsonl',
  fields: {
    article: 'article',
    code: 'code',
    barcode: 'barcode',
    brand: ['brand', { from: 'name', known: 'brand' }],
    name: 'name',
    width: 'width',
    height: 'height',
    diameter: 'diameter',
    season: { from: 'name', known: 'season' },
    vehicleType: { from: 'name', known: 'vehicleType' },
    speedIndex: 'speed_index',
    loadIndex: 'load_index',
    city: 'city',
    retail: 'retail',
    stock: 'stock',
  },
  optional: [
    'article',
    'code',
    'barcode',
    'brand',
    'height',
    'season',
    'vehicleType',
    'speedIndex',
    'loadIndex',
    'stock',
  ],
}

/** Returns the tyres of a page that have a usable price, from the part of the page that has most of them. */
export function tyresOf({ offers }: Pick<PageReading, 'offers'>): PageOffer[] {
  const tyres = statedOffers(offers).filter((offer) => offer.price !== null && isTyre(offer))
  const byOrigin = [...Map.groupBy(tyres, ({ origin }) => origin).values()]
  return byOrigin.reduce((most, some) => (some.length > most.length ? some : most), [])
}

function isTyre(offer: PageOffer): boolean {
  const { size } = describedOffer(offer)
  return size.width !== '' && size.diameter !== ''
}

/**
 * Returns the records of a page's tyres.
 * @param page the page, with its address without the city
 */
export function recordsOf(
  reading: Pick<PageReading, 'offers' | 'title'>,
  { address, city, kind }: Pick<CrawlRow, 'address' | 'city' | 'kind'>,
): CrawlRecord[] {
  const tyres = tyresOf(reading)
  const isOfPage = (offer: PageOffer) => kind === 'product' && isNamed(reading.title, offer)
  // A page states its own tyre once for each store, whatever their numbers.
  const products = Map.groupBy(tyres, (offer) =>
    isOfPage(offer) ? `=${offer.name}` : `#${codeOf(offer, address, false)}`,
  )
  const records = new Map<string, CrawlRecord>()
  for (const [first, ...others] of products.values() as MapIterator<[PageOffer, ...PageOffer[]]>) {
    const isOwn = first === tyres[0] && isOfPage(first)
    const code = codeOf(first, address, isOwn)
    if (records.has(code)) continue
    const { price, stock } = bestOffer([first, ...others]) ?? first
    const { size, load, speed } = describedOffer(first)
    const { article, brand, name, gtin } = first
    const record = {
      ...{ article, code, barcode: gtin, brand, name, ...size, load_index: load, speed_index: speed },
      ...{ city, retail: price, stock },
    }
    const known = normaliseArticle(article)
    records.set(code, { code, isOwn, listingKey: known === '' ? codeKey(code) : known, record })
  }
  return [...records.values()]
}

/**
 * Returns why a page, or a tyre on it, gives no price, in Russian; '' if every tyre has one.
 * @param leads whether it only has to lead to other pages
 */
export function whyUnpriced(reading: PageReading, records: readonly CrawlRecord[], leads: boolean): string {
  if (records.length === 0 && reading.wall !== '') return reading.wall
  const stated = statedOffers(reading.offers).filter(({ problem }) => problem !== '')
  const problem = (stated.find(isTyre) ?? (records.length === 0 ? stated[0] : undefined))?.problem
  const [fault] = reading.faults
  if (problem !== undefined) return problem
  if (records.length > 0 || leads) return ''
  return fault ?? 'На странице нет цены шины'
}

/**
 * Returns the shop's number of a product, or what stands for it: its address, or its article or name on this page.
 * @param isOwn whether it is the product of the page
 */
function codeOf({ code, url, article, name }: PageOffer, address: string, isOwn: boolean): string {
  if (code !== '') return code
  if (url !== '' && URL.canParse(url, address)) return pageCode(new URL(url, address).href)
  if (isOwn) return pageCode(address)
  return `${pageCode(address)}#${article || name}`.slice(0, 500)
}
