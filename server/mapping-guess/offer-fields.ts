import type { LocationColumnField } from '../../contract/offers/offer-values.ts'
import { NO_CITY } from '../../contract/reports/no-city.ts'
import type { Mapping, SourceValue } from '../import/mapping.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import { saysOutOfStock } from '../import/values/price.ts'
import type { GuessColumn } from './column.ts'
import { type MappingDraft, singleOrList } from './draft.ts'
import { cityOfName, type LocationColumn, type LocationPrefix, type Locations } from './locations.ts'
import { GUESSED_KINDS, noteIgnored, notePrice, type Prices } from './price-kind.ts'
import { wordOf } from './price-words.ts'
import { UNCLEAR } from './prices.ts'
import { cityIn } from './profile.ts'
import type { ColumnRoles } from './roles.ts'
import { isFlag } from './value-fit.ts'

type Offers = NonNullable<Mapping['offers']>

/** Fills prices, stock and location of a record's own fields. @returns the mapping's `offers`, if it needs them */
export function fillOfferFields(
  draft: MappingDraft,
  roles: ColumnRoles,
  prices: Prices,
  locations: Locations,
  own: readonly GuessColumn[],
): Offers | undefined {
  const locationFields = new Set<LocationColumnField>()
  let offers: Offers | undefined
  if (locations.prefix) {
    offers = prefixOffers(draft, locations.prefix)
    locationFields.add('stock')
  } else if (locations.columns.length > 0) {
    offers = columnOffers(draft, locations.columns, locationFields)
  }
  for (const kind of GUESSED_KINDS) {
    const price = prices.found[kind]
    if (!price) continue
    if (locationFields.has(kind)) {
      draft.ignored.push({ column: price.column.name, why: 'взяты цены мест' })
      continue
    }
    const names = [price.column, ...price.others].map(({ name }) => name)
    draft.set(kind, singleOrList(names), price.sureness, price.column)
    notePrice(draft, kind, price)
  }
  noteIgnored(draft, prices)
  const { stock, warehouse } = roles
  if (stock && !locationFields.has('stock') && !offers) {
    const counted = [stock.column, ...stock.fallbacks].filter(
      (column) => !isFlag(column.name, column.profile),
    )
    const sources = [...unavailableSources(own, counted), ...counted.map(({ name }) => name)]
    draft.set('stock', singleOrList(sources), stock.sureness, stock.column)
    for (const { name } of stock.fallbacks) draft.take(name, 'stock', stock.sureness)
  }
  if (warehouse && !offers)
    draft.set('warehouse', warehouse.column.name, warehouse.sureness, warehouse.column)
  return offers
}

/**
 * Returns sources for columns such as `available="false"` or `stock_status` beside the column of quantities: such a
 * tyre can be ordered, but is not in stock.
 */
function unavailableSources(own: readonly GuessColumn[], stock: readonly GuessColumn[]): SourceValue[] {
  return own.flatMap((column): SourceValue[] => {
    if (isFlag(column.name, column.profile)) return [{ from: column.name, match: '^0$', as: '0' }]
    const { name, named, profile } = column
    const isStatus =
      !stock.includes(column) && (named.stock ?? 0) >= 0.6 && profile.share('availability') > 0.9
    return isStatus && profile.values.some(isStatusWord) ? [{ from: name, known: 'absence' }] : []
  })
}

/** Words of shop programs; a person who writes 'нет' beside a quantity means something else. */
const isStatusWord = (text: string) => /[a-z]/i.test(text) && saysOutOfStock(text)

/** Confidence in columns with a common prefix being stock of places. */
const PREFIX_SURENESS = 0.9

function prefixOffers(draft: MappingDraft, { prefix, columns }: LocationPrefix): Offers {
  const warehouses: NonNullable<Offers['warehouses']> = {}
  for (const column of columns) {
    const code = column.name.slice(prefix.length)
    const city = cityOfName(code)?.city
    if (city !== undefined) warehouses[code] = city
    draft.take(column.name, 'stock', PREFIX_SURENESS, { city: city ?? '', warehouse: code })
  }
  draft.addInOffers('stock', `колонки «${prefix}…»`, PREFIX_SURENESS)
  draft.notes.push(`Складов в колонках «${prefix}…»: ${columns.length}`)
  return { prefix, warehouses: { ...warehouses, '*': NO_CITY } }
}

/**
 * Maps the columns of locations. Prices of unknown kind are retail, and are ignored beside named retail prices of
 * locations.
 */
function columnOffers(
  draft: MappingDraft,
  columns: readonly LocationColumn[],
  locationFields: Set<LocationColumnField>,
): Offers {
  const hasRetail = columns.some(({ holds }) => holds === 'retail')
  const mapped: NonNullable<Offers['columns']> = {}
  const columnsByField = new Map<LocationColumnField, { names: string[]; sureness: number }>()
  for (const { column, city, warehouse, holds: held, sureness } of columns) {
    if (held === 'price' && hasRetail) {
      draft.ignored.push({ column: column.name, why: UNCLEAR })
      continue
    }
    const holds = held === 'price' ? 'retail' : held
    mapped[column.name] = {
      ...(city === '' ? {} : { city }),
      ...(warehouse === '' ? {} : { warehouse }),
      holds,
    }
    draft.take(column.name, holds, sureness, { city, warehouse })
    locationFields.add(holds)
    if (holds !== 'stock') {
      const because =
        held === 'price' ? `единственная цена места «${warehouse || city}»` : wordOf(held, column.name)
      draft.evidence.push({ column: column.name, field: holds, because })
    }
    const known = columnsByField.get(holds) ?? { names: [], sureness: 1 }
    columnsByField.set(holds, {
      names: [...known.names, column.name],
      sureness: Math.min(known.sureness, sureness),
    })
  }
  for (const [field, { names, sureness }] of columnsByField) {
    draft.addInOffers(field, `колонки ${names.map((name) => `«${name}»`).join(', ')}`, sureness)
  }
  draft.notes.push(
    `Города и склады в колонках: ${new Set(columns.map(({ city, warehouse }) => `${city}/${warehouse}`)).size}`,
  )
  return { columns: mapped }
}

/**
 * Returns the city that a column names if it is the same for all; null otherwise.
 * @param least minimum share of values that name it
 */
function onlyCity(values: readonly string[], least: number): string | null {
  const present = values.filter((text) => text !== '')
  const found = present.map(cityIn).filter(Boolean)
  const [city, ...others] = new Set(found)
  return city !== undefined && others.length === 0 && found.length >= present.length * least ? city : null
}

/**
 * Fills the city if no column has it: from the names of warehouses, from links or titles that name a single one, or
 * as unknown. The sources fill the record's own city, which the cities of locations override.
 */
export function fillCity(
  draft: MappingDraft,
  roles: ColumnRoles,
  columns: readonly GuessColumn[],
  offers: Offers | undefined,
  items: readonly GuessColumn[],
  title: string,
): void {
  if (roles.city) {
    draft.set('city', roles.city.column.name, roles.city.sureness, roles.city.column)
    return
  }
  if (offers?.fields?.city !== undefined) return
  const locations = Object.entries(offers?.columns ?? {})
  const cityless = locations.filter(([, place]) => typeof place === 'string' || place.city === undefined)
  if (offers?.columns && cityless.length === 0) return
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
      draft.addInOffers('city', draft.sourceText(sources), 0.8)
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
  const named = linked ?? cityOfName(title)?.city
  if (named) {
    draft.notes.push(`Город «${named}» найден в ${linked ? 'ссылках' : 'названии'}: проверьте его`)
    draft.set('city', { value: named }, linked ? 0.8 : 0.6)
    return
  }
  const places = cityless.map(([name]) => `«${name}»`).join(', ')
  const isPart = cityless.length < locations.length
  const whose = isPart ? `Города нет у мест ${places}: их цены` : 'Города в файле нет: цены'
  draft.notes.push(`${whose} попадут в город «${NO_CITY}». Укажите город, если он известен`)
  draft.set('city', { value: NO_CITY }, 0.5)
}
