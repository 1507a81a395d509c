import type { PriceOrigin } from '../../contract/pages/tracked-page.ts'
import { saysOutOfStock } from '../import/values/price.ts'
import { firstText, type ItemValue, isA, isItem, itemsAt, type MarkupItem, termOf } from './markup-items.ts'
import { askedPrice, statesPrice } from './offer-price.ts'
import { bestOffer, fieldText, ofOneCondition, type PageOffer, statedPrice } from './page-offer.ts'

const PRODUCTS = new Set(
  'product productmodel individualproduct someproducts vehicle productgroup'.split(' '),
)
const OFFERS = new Set(['offer', 'aggregateoffer', 'demand', 'offerforpurchase'])
const AGGREGATE = new Set(['aggregateoffer'])
/** Properties that lead to other products than the page's own. */
const OTHERS = new Set(
  'isRelatedTo isSimilarTo isAccessoryOrSparePartFor isConsumableFor isVariantOf review itemReviewed'.split(
    ' ',
  ),
)
const ABSENT = new Set('OutOfStock SoldOut Discontinued BackOrder PreOrder PreSale MadeToOrder'.split(' '))
const GTINS = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'ean', 'barcode']

const MAX_OFFERS = 1_000
/** Items that refer to each other (itemref) nest as deep as a page wants. */
const MAX_DEPTH = 50

/** Nesting of offers in an object by key that is followed. */
const MAX_KEYED = 3

/** Fields of a product that its variants inherit. */
type Described = Pick<PageOffer, 'name' | 'brand' | 'article' | 'code' | 'gtin' | 'url'> & {
  /** words about the condition, and the category */
  condition: string
}

const NOTHING: Described = { name: '', brand: '', article: '', code: '', gtin: '', url: '', condition: '' }

/**
 * Returns the offers of all products among items, with variants of product groups and products of lists (specification
 * 23.1).
 */
export function schemaOffers(items: readonly MarkupItem[], origin: PriceOrigin): PageOffer[] {
  const found: PageOffer[] = []
  const seen = new Set<MarkupItem>()
  const visit = (item: MarkupItem, inherited: Described, place: string, depth = 0): void => {
    if (seen.has(item) || found.length >= MAX_OFFERS || depth > MAX_DEPTH) return
    seen.add(item)
    const isProduct = isA(item, PRODUCTS)
    const isOffer =
      !isProduct && isA(item, OFFERS) && (item.props.has('itemOffered') || item.props.has('name'))
    const product = isProduct ? describedBy(item, inherited) : inherited
    const here = [place, item.types[0]].filter(Boolean).join(' › ')
    const offers = isProduct ? offersOf(item) : isOffer ? withinAggregate(item) : []
    for (const offer of offers) seen.add(offer)
    const onPage = isProduct && offers[0] !== item ? `${here} › offers` : here
    found.push(
      ...bestOfEach(offers.map((offer) => offerOf(offer, product, onPage, { origin, within: item }))),
    )
    for (const [name, values] of item.props) {
      if (OTHERS.has(name) || (isProduct && name === 'offers')) continue
      for (const value of values)
        if (isItem(value)) visit(value, isProduct ? product : NOTHING, `${here} › ${name}`, depth + 1)
    }
  }
  for (const item of items) visit(item, NOTHING, '')
  // Items that refer to each other state an offer twice.
  return [...Map.groupBy(found, identity).values()].flatMap(([first = []]) => first).slice(0, MAX_OFFERS)
}

const identity = ({ name, article, code, gtin, price, problem }: PageOffer): string =>
  JSON.stringify([name, article, code, gtin, price, problem])

function describedBy(item: MarkupItem, inherited: Described): Described {
  const text = (...names: string[]) => fieldText(firstText(item, ...names))
  const [brand] = [...(item.props.get('brand') ?? []), ...(item.props.get('manufacturer') ?? [])]
  const [stated] = item.props.get('itemCondition') ?? []
  const condition = [
    termOf(fieldText(nameOf(stated))).replace(/Condition$/i, ''),
    ofOneCondition(text('category')),
  ]
    .filter(Boolean)
    .join(' ')
  return {
    name: text('name') || inherited.name,
    brand: fieldText(nameOf(brand)) || inherited.brand,
    // Identifiers of a group are those of the whole group, not of a variant.
    article: text('mpn', 'model'),
    code: text('sku', 'productID'),
    gtin: text(...GTINS),
    url: text('url'),
    condition: condition || inherited.condition,
  }
}

const nameOf = (value: ItemValue | undefined): ItemValue | undefined =>
  isItem(value) ? (firstText(value, 'name') ?? value.types[0]) : value

/** Returns the offers of a product; the product itself if the price stands there. */
function offersOf(product: MarkupItem): MarkupItem[] {
  const offers = itemsAt(product, 'offers')
    .flatMap((offer) => keyedOffers(offer))
    .flatMap(withinAggregate)
    .filter((offer) => offer.types.length === 0 || isA(offer, OFFERS))
  return !offers.some(statesPrice) && statesPrice(product) ? [product] : offers
}

/** Returns the offers of an object that has them by key: `{"0": {…}, "1": {…}}`. */
function keyedOffers(offer: MarkupItem, depth = 0): MarkupItem[] {
  const values = [...offer.props.values()].flat()
  const isKeyed = offer.types.length === 0 && values.length > 0 && values.every(isItem) && !statesPrice(offer)
  return isKeyed && depth < MAX_KEYED ? values.flatMap((one) => keyedOffers(one, depth + 1)) : [offer]
}

/** Returns the offers within an aggregate that state a price; the offer itself without such ones. */
function withinAggregate(offer: MarkupItem): MarkupItem[] {
  if (!isA(offer, AGGREGATE)) return [offer]
  const priced = itemsAt(offer, 'offers')
    .flatMap((one) => keyedOffers(one))
    .filter(statesPrice)
  const currency = offer.props.get('priceCurrency')
  if (priced.length === 0) return [offer]
  return currency === undefined
    ? priced
    : priced.map(({ types, props }) => ({ types, props: new Map([['priceCurrency', currency], ...props]) }))
}

interface OfferPlace {
  origin: PriceOrigin
  /** item that has the offer */
  within: MarkupItem
}

function offerOf(
  offer: MarkupItem,
  product: Described,
  place: string,
  { origin, within }: OfferPlace,
): PageOffer {
  // An offer may name its variant.
  const [offered] = itemsAt(offer, 'itemOffered')
  const variant = offered ? describedBy(offered, product) : product
  const isProduct = isA(offer, PRODUCTS)
  const own = isProduct ? variant : describedBy(offer, variant)
  const { field, price, list, currency, pieces, onlyFor } = askedPrice(offer)
  const name = (offered && fieldText(firstText(offered, 'name'))) || own.name
  const words = [own, variant, product].map(({ condition }) => condition)
  const about = remarkOf(offer) || remarkOf(within)
  return {
    name,
    brand: own.brand,
    article: own.article || variant.article || product.article,
    // Stores have numbers of their own for one product.
    code: (isOfStore(offer) && variant.code) || own.code || variant.code || product.code,
    gtin: own.gtin || variant.gtin || product.gtin,
    url: own.url || variant.url || product.url,
    origin,
    place: `${place} › ${field}`,
    ...statedPrice({
      price,
      list,
      currency: currency || fieldText(firstText(within, 'priceCurrency')),
      pieces,
      name: [name, own.name].join(' '),
      condition: [...new Set([about, ...words])].filter(Boolean).join(' '),
      onlyFor,
    }),
    stock: stockOf(offer),
  }
}

/** Longest description in characters that is a remark on the condition: others praise, and warn of used tyres. */
const MAX_REMARK_LENGTH = 120

function remarkOf(item: MarkupItem): string {
  const text = fieldText(firstText(item, 'description'))
  return text.length > MAX_REMARK_LENGTH ? '' : text
}

/** Properties that say that an offer is of one of several stores. */
const STORES = ['seller', 'offeredBy', 'availableAtOrFrom', 'areaServed']
const isOfStore = (offer: MarkupItem): boolean => STORES.some((name) => offer.props.has(name))

/**
 * Returns the best offer of each product, and those that cannot be used: shops state one for each store. The place names
 * the product's number where there are several.
 */
function bestOfEach(offers: readonly PageOffer[]): PageOffer[] {
  const products = [
    ...Map.groupBy(offers, ({ name, article, code, gtin }) =>
      [name, article, code, gtin].join('\n'),
    ).values(),
  ]
  return products.flatMap((own) => {
    const best = bestOffer(own)
    const kept = own.filter((offer) => offer === best || offer.price === null)
    return products.length === 1 ? kept : kept.map((offer) => ({ ...offer, place: numbered(offer) }))
  })
}

const numbered = ({ place, code }: PageOffer): string =>
  code === '' ? place : place.replace(/ › offers(?= › )/, ` › offers[${code}]`)

function stockOf(offer: MarkupItem): number | null {
  const [stated] = offer.props.get('availability') ?? []
  const availability = fieldText(nameOf(stated))
  if (ABSENT.has(termOf(availability)) || saysOutOfStock(availability)) return 0
  const [level] = itemsAt(offer, 'inventoryLevel')
  const count = Number((level ? firstText(level, 'value') : firstText(offer, 'inventoryLevel')) ?? Number.NaN)
  return Number.isInteger(count) && count >= 0 && count < 1e6 ? count : null
}
