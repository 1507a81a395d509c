/**
 * Values of an offer: a tyre in one warehouse of a site. Mappings, drafts, storage, answers, sorting, columns and files
 * derive from this table. CONTRIBUTING says how to add a value.
 */
import type { ReportLayout } from '../lib/lists.ts'
import { recordOf } from '../lib/record-of.ts'

/**
 * Kinds of values: prices in roubles, stock in pieces, changes in percent. `units` is the number of whole units of one in
 * columns of integers: kopecks, pieces, tenths of a percent.
 */
const VALUE_KINDS = { price: { units: 100 }, stock: { units: 1 }, percent: { units: 10 } } as const

interface PlaceFieldDefinition {
  kind: keyof typeof VALUE_KINDS
  /** label of the column (specification 4.18) */
  label: string
  /** names in answers; the first one present counts, and the companion server writes the first (specification 7.8) */
  wire: readonly [string, ...string[]]
  /** name and labels of the field that a mapping fills (specification 10.13); missing if no price list has the value */
  mapping?: { name: string; label: string; short: string }
  /** layouts with such a column of a site's own prices and of a warehouse; all by default */
  layouts?: Readonly<Record<'site' | 'warehouse', readonly ReportLayout[]>>
}

/**
 * Fields of a site or warehouse in a report, in column order. Only plain data and calls marked as pure, so that the
 * worker's bundle can leave them out.
 */
export const PLACE_FIELDS = {
  retail: {
    kind: 'price',
    label: 'Розн. цена',
    wire: ['retail', 'retail_price', 'price'],
    mapping: { name: 'retail', label: 'Розничная цена', short: 'Розн.' },
  },
  wholesale: {
    kind: 'price',
    label: 'Опт. цена',
    wire: ['opt', 'opt_price', 'price_opt'],
    mapping: { name: 'opt', label: 'Оптовая цена', short: 'Опт.' },
  },
  cost: {
    kind: 'price',
    label: 'Себестоимость',
    wire: ['cost'],
    mapping: { name: 'cost', label: 'Себестоимость', short: 'Себест.' },
    layouts: { site: ['proposals', 'changes'], warehouse: ['changes'] },
  },
  /** since the site's previous day: of the wholesale price, or of the retail price if there is none */
  change: {
    kind: 'percent',
    label: 'Изменение, %',
    wire: ['change_percent'],
    layouts: { site: ['changes'], warehouse: ['changes'] },
  },
  stock: {
    kind: 'stock',
    label: 'Остаток',
    wire: ['rest', 'stock', 'quantity', 'count'],
    mapping: { name: 'stock', label: 'Остаток', short: 'Остаток' },
  },
  /** only in answers of other servers */
  wholesaleStock: {
    kind: 'stock',
    label: 'Остаток (опт.)',
    wire: ['opt_rest', 'optRest'],
    layouts: { site: ['analytics', 'proposals', 'changes'], warehouse: [] },
  },
} as const satisfies Record<string, PlaceFieldDefinition>

export type PlaceField = keyof typeof PLACE_FIELDS
type FieldWith<Definition> = {
  [Name in PlaceField]: (typeof PLACE_FIELDS)[Name] extends Definition ? Name : never
}[PlaceField]

/** Value that a price list gives. */
export type OfferValue = FieldWith<{ mapping: object }>
export type PriceKind = FieldWith<{ kind: 'price' }>

/** Values in the order of the stored tuple, behind city and warehouse. New ones go to the end. */
export const STORED_VALUES = ['retail', 'wholesale', 'cost', 'stock', 'change'] as const
export type StoredValue = (typeof STORED_VALUES)[number]

/** Returns the number of integer units of one rouble, piece or percent of a value. */
export const unitsOf = (name: PlaceField): number => VALUE_KINDS[PLACE_FIELDS[name].kind].units

export const PLACE_FIELD_NAMES = /* @__PURE__ */ Object.keys(PLACE_FIELDS) as PlaceField[]
export const OFFER_VALUES = /* @__PURE__ */ STORED_VALUES.filter(
  (name): name is OfferValue => 'mapping' in PLACE_FIELDS[name],
)
export const PRICE_KINDS = /* @__PURE__ */ OFFER_VALUES.filter(
  (name): name is PriceKind => PLACE_FIELDS[name].kind === 'price',
)

/** Name of a value in a mapping. */
export type MappedValue = (typeof PLACE_FIELDS)[OfferValue]['mapping']['name']
/** Name of a price in a mapping. */
export type MappedPrice = (typeof PLACE_FIELDS)[PriceKind]['mapping']['name']

/** Names of the prices in a mapping. */
export const MAPPED_PRICES: readonly MappedPrice[] = /* @__PURE__ */ PRICE_KINDS.map(
  (name) => PLACE_FIELDS[name].mapping.name,
)

/** Name of a stock in a mapping. */
type MappedStock = Exclude<MappedValue, MappedPrice>
/** Names of the stocks in a mapping. */
export const MAPPED_STOCKS: readonly MappedStock[] = /* @__PURE__ */ OFFER_VALUES.filter(
  (name): name is Exclude<OfferValue, PriceKind> => PLACE_FIELDS[name].kind === 'stock',
).map((name) => PLACE_FIELDS[name].mapping.name)

/** Returns whether a mapping's field is a price. */
export const isMappedPrice = (name: string): name is MappedPrice =>
  MAPPED_PRICES.some((price) => price === name)

export type LocationColumnField = 'stock' | MappedPrice
/** Fields that a column for one city or warehouse can hold. */
export const LOCATION_COLUMN_FIELDS: readonly LocationColumnField[] = /* @__PURE__ */ [
  'stock' as LocationColumnField,
].concat(MAPPED_PRICES)

export const ofEachValue = <Value>(make: (name: OfferValue) => Value): Record<OfferValue, Value> =>
  recordOf(OFFER_VALUES, make)

export const ofEachPrice = <Value>(make: (kind: PriceKind) => Value): Record<PriceKind, Value> =>
  recordOf(PRICE_KINDS, make)

/** Builds a record with a value for each name of a mapping. */
export const ofEachMapped = <Value>(make: (name: OfferValue) => Value): Record<MappedValue, Value> =>
  Object.fromEntries(OFFER_VALUES.map((name) => [PLACE_FIELDS[name].mapping.name, make(name)])) as Record<
    MappedValue,
    Value
  >
