import type { PriceOrigin } from '../../contract/pages/tracked-page.ts'
import { saysOutOfStock } from '../import/values/price.ts'
import { firstText, type ItemValue, isItem, itemsAt, type MarkupItem, termOf } from './item.ts'
import { fieldText, type PageOffer } from './page-offer.ts'
import { statedPrice } from './stated-price.ts'

const PRODUCTS = new Set([
  'Product',
  'ProductModel',
  'IndividualProduct',
  'SomeProducts',
  'Vehicle',
  'ProductGroup',
])
const OFFERS = new Set(['Offer', 'AggregateOffer', 'Demand', 'OfferForPurchase'])
/** Properties that lead to other products than the page's own. */
const OTHERS = new Set([
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'isVariantOf',
  'review',
  'itemReviewed',
])
const ABSENT = new Set([
  'OutOfStock',
  'SoldOut',
  'Discontinued',
  'BackOrder',
  'PreOrder',
  'PreSale',
  'MadeToOrder',
])
const LIST_PRICES = new Set(['ListPrice', 'StrikethroughPrice', 'SRP', 'MSRP', 'RegularPrice'])
const GTINS = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'ean', 'barcode']

const MAX_OFFERS = 1_000
/** Items that refer to each other (itemref) nest as deep as a page wants. */
const MAX_DEPTH = 50

/** Fields of a product that its variants inherit. */
type Described = Pick<PageOffer, 'name' | 'brand' | 'article' | 'code' | 'gtin' | 'url'>

const NOTHING: Described = { name: '', brand: '', article: '', code: '', gtin: '', url: '' }

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
    const isProduct = item.types.some((type) => PRODUCTS.has(type))
    const product = isProduct ? describedBy(item, inherited) : inherited
    const here = [place, item.types[0]].filter(Boolean).join(' › ')
    if (isProduct) found.push(...offersOf(item, product, here, origin))
    for (const [name, values] of item.props) {
      if (OTHERS.has(name) || (isProduct && name === 'offers')) continue
      for (const value of values)
        if (isItem(value)) visit(value, isProduct ? product : NOTHING, `${here} › ${name}`, depth + 1)
    }
  }
  for (const item of items) visit(item, NOTHING, '')
  return found.slice(0, MAX_OFFERS)
}

function describedBy(item: MarkupItem, inherited: Described): Described {
  const text = (...names: string[]) => fieldText(firstText(item, ...names))
  const [brand] = [...(item.props.get('brand') ?? []), ...(item.props.get('manufacturer') ?? [])]
  return {
    name: text('name') || inherited.name,
    brand: fieldText(nameOf(brand)) || inherited.brand,
    // Identifiers of a group are those of the whole group, not of a variant.
    article: text('mpn', 'model'),
    code: text('sku', 'productID'),
    gtin: text(...GTINS),
    url: text('url'),
  }
}

const nameOf = (value: ItemValue | undefined): ItemValue | undefined =>
  isItem(value) ? firstText(value, 'name') : value

function offersOf(item: MarkupItem, product: Described, place: string, origin: PriceOrigin): PageOffer[] {
  const offers = itemsAt(item, 'offers')
  const single = offers.flatMap((offer) => {
    const within = offer.types.includes('AggregateOffer') ? itemsAt(offer, 'offers') : []
    return within.length > 0 ? within : [offer]
  })
  const path =
    single.length > 1 ? (index: number) => `${place} › offers[${index + 1}]` : () => `${place} › offers`
  return single
    .filter(({ types }) => types.length === 0 || types.some((type) => OFFERS.has(type)))
    .map((offer, index) => offerOf(offer, product, path(index), origin))
}

function offerOf(offer: MarkupItem, product: Described, place: string, origin: PriceOrigin): PageOffer {
  const own = describedBy(offer, product)
  const [field, price] = salePrice(offer)
  return {
    ...product,
    // An offer may name its variant.
    name: own.name,
    article: own.article || product.article,
    code: own.code || product.code,
    gtin: own.gtin || product.gtin,
    url: own.url || product.url,
    origin,
    place: `${place} › ${field}`,
    ...statedPrice({
      price,
      list: listPrice(offer),
      currency: currencyOf(offer),
      pieces: piecesOf(offer),
      name: own.name,
    }),
    stock: stockOf(offer),
  }
}

/** Returns the name of the field and the price that is asked: the sale price before the list price. */
function salePrice(offer: MarkupItem): [field: string, price: string | number | undefined] {
  const asked = itemsAt(offer, 'priceSpecification').find(
    (one) => !isListPrice(one) && firstText(one, 'price') !== undefined,
  )
  const own = firstText(offer, 'price')
  const specified = asked && firstText(asked, 'price')
  if (specified !== undefined && (own === undefined || isSale(asked as MarkupItem))) {
    return ['priceSpecification › price', specified]
  }
  return own === undefined ? ['lowPrice', firstText(offer, 'lowPrice')] : ['price', own]
}

const priceType = (specification: MarkupItem): string =>
  termOf(String(firstText(specification, 'priceType') ?? ''))
const isListPrice = (specification: MarkupItem): boolean => LIST_PRICES.has(priceType(specification))
const isSale = (specification: MarkupItem): boolean => priceType(specification) === 'SalePrice'

function listPrice(offer: MarkupItem): string | number | undefined {
  const specification = itemsAt(offer, 'priceSpecification').find(isListPrice)
  return specification && firstText(specification, 'price')
}

const currencyOf = (offer: MarkupItem): string => {
  const [specification] = itemsAt(offer, 'priceSpecification')
  return fieldText(
    firstText(offer, 'priceCurrency') ?? (specification && firstText(specification, 'priceCurrency')),
  )
}

/** Returns the number of tyres that the price is for; undefined if no field says it. */
function piecesOf(offer: MarkupItem): number | undefined {
  const [specification] = itemsAt(offer, 'priceSpecification')
  const quantities = [
    ...itemsAt(offer, 'eligibleQuantity'),
    ...(specification ? itemsAt(specification, 'referenceQuantity') : []),
  ]
  const value = quantities.map((quantity) => Number(firstText(quantity, 'value'))).find((count) => count > 0)
  return value
}

function stockOf(offer: MarkupItem): number | null {
  const availability = fieldText(firstText(offer, 'availability'))
  if (ABSENT.has(termOf(availability)) || saysOutOfStock(availability)) return 0
  const [level] = itemsAt(offer, 'inventoryLevel')
  const count = Number((level ? firstText(level, 'value') : firstText(offer, 'inventoryLevel')) ?? Number.NaN)
  return Number.isInteger(count) && count >= 0 && count < 1e6 ? count : null
}
