import { NO_CITY } from '../../contract/reports/no-city.ts'
import type { HeldName, Mapping, OfferFieldName, SourcesValue, SourceValue } from '../import/mapping.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import type { Column } from './column.ts'
import { type Draft, inWords, rounded } from './draft.ts'
import { cityOfName, type PlaceColumn, type PlacePrefix, type Places } from './places.ts'
import { findPrices, type Prices } from './prices.ts'
import { cityIn } from './profile.ts'
import { assignRoles, type Roles } from './roles.ts'
import { areTypedPrices } from './typed-prices.ts'

type Offers = NonNullable<Mapping['offers']>

/** Fills prices, stock and places of the record itself. @returns the mapping's `offers`, if it needs any */
export function fillOfferFields(
  draft: Draft,
  roles: Roles,
  prices: Prices,
  places: Places,
  own: readonly Column[],
): Offers | undefined {
  const perPlace = new Set<HeldName>()
  let offers: Offers | undefined
  if (places.prefix) {
    offers = prefixOffers(draft, places.prefix)
    perPlace.add('stock')
  } else if (places.columns.length > 0) {
    offers = columnOffers(draft, places.columns, prices, perPlace)
  }
  for (const kind of ['retail', 'opt', 'cost'] as const) {
    const price = prices[kind]
    if (price && !perPlace.has(kind)) draft.set(kind, price.column.name, price.sureness, price.column)
  }
  const { stock, warehouse } = roles
  if (stock && !perPlace.has('stock') && !offers) {
    const counted = [stock.column, ...stock.fallbacks]
    const sources = [...unavailable(own, counted), ...counted.map(({ name }) => name)]
    draft.set('stock', oneOf(sources), stock.sureness, stock.column)
    for (const { name } of stock.fallbacks)
      draft.taken.set(name, { field: 'stock', sureness: rounded(stock.sureness) })
  }
  if (warehouse && !offers)
    draft.set('warehouse', warehouse.column.name, warehouse.sureness, warehouse.column)
  return offers
}

/** `available="false"` and its like beside the column with the pieces: such a tyre may be ordered, but is not in stock. */
function unavailable(own: readonly Column[], stock: readonly Column[]): SourceValue[] {
  return own
    .filter(
      ({ named, profile }) => (named.stock ?? 0) >= 0.7 && profile.values.some((text) => FALSE.test(text)),
    )
    .filter((column) => !stock.includes(column) && column.profile.share('availability') > 0.9)
    .map(({ name }) => ({ from: name, match: FALSE.source, as: '0' }))
}

const FALSE = /^(?:[Ff]alse|FALSE)$/

const oneOf = (sources: SourceValue[]): SourcesValue =>
  sources.length === 1 ? (sources[0] as SourceValue) : sources

function prefixOffers(draft: Draft, { prefix, columns, sureness }: PlacePrefix): Offers {
  const warehouses: NonNullable<Offers['warehouses']> = {}
  for (const column of columns) {
    const code = column.name.slice(prefix.length)
    const city = cityOfName(code)?.city
    if (city !== undefined) warehouses[code] = city
    draft.taken.set(column.name, {
      field: 'stock',
      sureness: rounded(sureness),
      city: city ?? '',
      warehouse: code,
    })
  }
  draft.placed.push({ field: 'stock', from: `колонки «${prefix}…»`, sureness: rounded(sureness) })
  draft.notes.push(`Складов в колонках «${prefix}…»: ${columns.length}`)
  return { prefix, warehouses: { ...warehouses, '*': NO_CITY } }
}

/** Prices of places whose kind no name says are retail, or wholesale where there is a retail price besides. */
function columnOffers(
  draft: Draft,
  columns: readonly PlaceColumn[],
  prices: Prices,
  perPlace: Set<HeldName>,
): Offers {
  const kinds = new Set(columns.map(({ holds }) => holds))
  const general: HeldName = kinds.has('retail') || prices.retail ? 'opt' : 'retail'
  const mapped: NonNullable<Offers['columns']> = {}
  const told = new Map<HeldName, { names: string[]; sureness: number }>()
  for (const { column, city, warehouse, holds: held, sureness } of columns) {
    const holds = held === 'price' ? general : held
    mapped[column.name] = {
      ...(city === '' ? {} : { city }),
      ...(warehouse === '' ? {} : { warehouse }),
      holds,
    }
    draft.taken.set(column.name, { field: holds, sureness: rounded(sureness), city, warehouse })
    perPlace.add(holds)
    const known = told.get(holds) ?? { names: [], sureness: 1 }
    told.set(holds, { names: [...known.names, column.name], sureness: Math.min(known.sureness, sureness) })
  }
  for (const [field, { names, sureness }] of told) {
    draft.placed.push({
      field,
      from: `колонки ${names.map((name) => `«${name}»`).join(', ')}`,
      sureness: rounded(sureness),
    })
  }
  draft.notes.push(
    `Города и склады в колонках: ${new Set(columns.map(({ city, warehouse }) => `${city}/${warehouse}`)).size}`,
  )
  return { columns: mapped }
}

const ITEM_FIELDS = ['city', 'warehouse', 'stock'] as const

/** Offers of a nested list, whose items have prices or stock of their own; null if they have neither, or are prices by type. */
export function listOffers(
  draft: Draft,
  list: string,
  items: readonly Column[],
  recordHasStock: boolean,
): Offers | null {
  if (areTypedPrices(list, items)) return null
  const prices = findPrices(items)
  const priced = new Set(Object.values(prices).map(({ column }) => column))
  const roles = assignRoles(
    items.filter((column) => !priced.has(column)),
    ITEM_FIELDS,
  )
  if (!roles.stock && priced.size === 0) return null
  const fields: NonNullable<Offers['fields']> = {}
  const set = (field: OfferFieldName, sources: SourcesValue, sureness: number, column: Column) => {
    fields[field] = sources
    draft.placed.push({ field, from: inItems(list, sources, draft), sureness: rounded(sureness) })
    draft.taken.set(`${list}[].${column.name}`, { field, sureness: rounded(sureness) })
  }
  for (const kind of ['retail', 'opt', 'cost'] as const) {
    const price = prices[kind]
    if (price) set(kind, price.column.name, price.sureness, price.column)
  }
  for (const field of ITEM_FIELDS) {
    const role = roles[field]
    if (role) set(field, role.column.name, role.sureness, role.column)
  }
  return { list, fields, emptyList: recordHasStock ? 'offer' : 'skip' }
}

const inItems = (list: string, sources: SourcesValue, draft: Draft) =>
  `список «${list}»: ${inWords(sources, draft.extract)}`

/** A city that most of a column's values name, if it is one for all. */
function onlyCity(values: readonly string[], least: number): string | null {
  const present = values.filter((text) => text !== '')
  const found = present.map(cityIn).filter(Boolean)
  const [city, ...others] = new Set(found)
  return city !== undefined && others.length === 0 && found.length >= present.length * least ? city : null
}

/**
 * The city where no column has it: that of the warehouses' names, the one that everything names, or none. The sources fill the
 * record's own city, which those of places override.
 */
export function fillCity(
  draft: Draft,
  roles: Roles,
  columns: readonly Column[],
  offers: Offers | undefined,
  items: readonly Column[],
  around: string,
): void {
  if (roles.city) {
    draft.set('city', roles.city.column.name, roles.city.sureness, roles.city.column)
    return
  }
  if (offers?.fields?.city !== undefined) return
  const everyPlace = Object.values(offers?.columns ?? {}).every(
    (place) => typeof place !== 'string' && place.city !== undefined,
  )
  if (offers?.columns && everyPlace) return
  if (offers?.prefix !== undefined) return
  const warehouse = offers?.fields?.warehouse
  const stores = items.find(({ name }) => name === warehouse) ?? roles.warehouse?.column
  const one = stores && onlyCity(stores.profile.values, 0.3)
  if (one) {
    draft.set('city', { value: one }, 0.85)
    return
  }
  if (stores && stores.profile.share('cityInside') > 0.1) {
    const sources: SourceValue[] = [{ from: stores.name, known: 'city' }, { value: NO_CITY }]
    if (warehouse === undefined) draft.set('city', sources, 0.8)
    else if (offers?.fields) {
      offers.fields.city = sources
      draft.placed.push({ field: 'city', from: inWords(sources, draft.extract), sureness: 0.8 })
    }
    return
  }
  const sheet = columns.find(({ name }) => name === SHEET_FIELD)
  if (sheet && sheet.profile.share('cityInside') > 0.5) {
    draft.set('city', [{ from: SHEET_FIELD, known: 'city' }, { value: NO_CITY }], 0.85, sheet)
    return
  }
  const links = columns.filter(({ profile }) => profile.share('url') > 0.5)
  const linked = links.map(({ profile }) => onlyCity(profile.values, 0.9)).find(Boolean)
  const named = linked ?? cityOfName(around)?.city
  if (named) {
    draft.notes.push(`Город «${named}» найден в ${linked ? 'ссылках' : 'названии'}: проверьте его`)
    draft.set('city', { value: named }, linked ? 0.8 : 0.6)
    return
  }
  draft.notes.push(`Города в файле нет: цены попадут в город «${NO_CITY}». Укажите город, если он известен`)
  draft.set('city', { value: NO_CITY }, 0.5)
}
