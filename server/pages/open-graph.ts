import { saysOutOfStock } from '../import/values/price.ts'
import { termOf } from './markup-items.ts'
import type { PageDocument } from './page-document.ts'
import { fieldText, ofOneCondition, type PageOffer, statedPrice } from './page-offer.ts'

const SALE = ['product:sale_price:amount', 'og:sale_price:amount']
const PRICE = ['product:price:amount', 'og:price:amount', 'product:price']
const LIST = ['product:original_price:amount', 'product:pretax_price:amount']
const CURRENCY = ['product:sale_price:currency', 'product:price:currency', 'og:price:currency']
const CONDITION = ['product:condition', 'og:condition', 'product:category']
const AVAILABILITY = ['product:availability', 'og:availability']

const MAX_TAGS = 500

/** Reads the product of a page's OpenGraph tags; [] without a price. */
export function openGraphOffers({ elements }: PageDocument): PageOffer[] {
  const tags = new Map<string, string>()
  for (const { attribs } of elements.filter((element) => element.name === 'meta').slice(0, MAX_TAGS)) {
    const { property, name, content = '' } = attribs
    const key = (property ?? name ?? '').trim().toLowerCase()
    if (!tags.has(key)) tags.set(key, content.trim())
  }
  const at = (names: readonly string[]) => names.find((name) => tags.get(name))
  const text = (...names: string[]) => fieldText(tags.get(at(names) ?? ''))
  const [sale, price] = [at(SALE), at(PRICE)]
  const place = sale ?? price
  if (place === undefined) return []
  const availability = termOf(text(...AVAILABILITY)).replace(/oos|out[ _-]?of[ _-]?stock/i, 'out of stock')
  return [
    {
      origin: 'open-graph',
      place,
      name: text('og:title', 'twitter:title'),
      brand: text('product:brand', 'og:brand'),
      article: text('product:mfr_part_no'),
      code: text('product:retailer_item_id', 'product:retailer_part_no'),
      gtin: text('product:ean', 'product:gtin', 'product:upc'),
      url: text('og:url'),
      ...statedPrice({
        price: tags.get(place),
        list: sale && price ? tags.get(price) : tags.get(at(LIST) ?? ''),
        currency: tags.get(at(CURRENCY) ?? '') ?? '',
        name: text('og:title', 'twitter:title'),
        condition: CONDITION.map((one) => ofOneCondition(text(one))).join(' '),
      }),
      stock: saysOutOfStock(availability) ? 0 : null,
    },
  ]
}
