import type { RawCell } from '../../../server/import/readers/columns.ts'
import { NO_IDS } from '../../../server/prices/listings/listing.ts'
import type { Dialect, Role } from './dialects.ts'
import type { Arrived, Feed } from './feed.ts'

/** A table derived from a feed, and the expected result of reading each row. */
export interface Sheet {
  columns: string[]
  rows: { cells: RawCell[]; truth: Arrived }[]
}

type Tyre = Arrived

/** Returns a table with one row per offer. */
export function offerRows(feed: Feed, roles: readonly Role[], names: Dialect): Sheet {
  const rows = feed.records.flatMap(({ specs, offers }) =>
    offers.map((offer) => {
      const tyre = { specs, ids: NO_IDS, offers: [offer] }
      return { cells: roles.map((role) => cellOf(tyre, role)), truth: seenAs(tyre, roles) }
    }),
  )
  return { columns: roles.map((role) => names[role]), rows }
}

export type Held = 'stock' | 'retail' | 'opt'

/**
 * Returns a table with one row per tyre and a column for each city and kind of value, whose header `nameOf` returns.
 */
export function placeRows(
  feed: Feed,
  roles: readonly Role[],
  names: Dialect,
  held: readonly Held[],
  nameOf: (city: string, held: Held) => string,
): Sheet & { upper: string[]; lower: string[] } {
  const tyres = feed.records.map(({ specs, offers }) => ({ specs, ids: NO_IDS, offers: byCity(offers) }))
  const cities = [...new Set(tyres.flatMap(({ offers }) => offers.map(({ city }) => city)))]
  const places = held.flatMap((what) => cities.map((city) => ({ city, what })))
  const rows = tyres.map((tyre) => ({
    cells: [
      ...roles.map((role) => cellOf(tyre, role)),
      ...places.map(({ city, what }) => {
        const offer = tyre.offers.find((one) => one.city === city)
        return offer ? (offer[what === 'opt' ? 'wholesale' : what] ?? '') : ''
      }),
    ],
    truth: seenAs(tyre, [...roles, 'city', ...held]),
  }))
  return {
    columns: [...roles.map((role) => names[role]), ...places.map(({ city, what }) => nameOf(city, what))],
    upper: [
      ...roles.map((role) => names[role]),
      ...places.map(({ what }, i) => (i % cities.length === 0 ? names[what] : '')),
    ],
    lower: [...roles.map(() => ''), ...places.map(({ city }) => city)],
    rows: rows.filter(({ truth }) => truth.offers.length > 0),
  }
}

function byCity(offers: Arrived['offers']): Arrived['offers'] {
  return [
    ...new Map(
      offers
        .filter(({ city }) => city !== 'Не указан')
        .map((offer) => [offer.city, { ...offer, warehouse: '' }]),
    ).values(),
  ]
}

/** Returns the part of a tyre that columns with these roles state. */
function seenAs({ specs, offers }: Tyre, roles: readonly Role[]): Arrived {
  const has = (role: Role) => roles.includes(role)
  return {
    specs,
    ids: NO_IDS,
    offers: offers.map((offer) => ({
      city: has('city') ? offer.city : 'Не указан',
      warehouse: has('warehouse') ? offer.warehouse : '',
      retail: has('retail') ? offer.retail : null,
      wholesale: has('opt') ? offer.wholesale : null,
      cost: has('cost') ? offer.cost : null,
      stock: has('stock') ? offer.stock : null,
    })),
  }
}

function cellOf({ specs, offers }: Tyre, role: Role): RawCell {
  const offer = offers[0]
  switch (role) {
    case 'size':
      return specs.height
        ? `${specs.width}/${specs.height}R${specs.diameter}`
        : `${specs.width}R${specs.diameter}`
    case 'indexes':
      return `${specs.loadIndex}${specs.speedIndex}`
    case 'model':
      return specs.name
    case 'opt':
      return offer?.wholesale ?? ''
    case 'city':
    case 'warehouse':
      return offer?.[role] ?? ''
    case 'retail':
    case 'cost':
    case 'stock':
      return offer?.[role] ?? ''
    default:
      return specs[role]
  }
}

/** Returns the roles for which a feed has values. */
export function rolesOf(feed: Feed): Role[] {
  const specs: Role[] = [
    'article',
    'brand',
    'name',
    'width',
    'height',
    'diameter',
    'season',
    'vehicleType',
    'loadIndex',
    'speedIndex',
  ]
  const offers: Role[] = ['city', 'warehouse', 'retail', 'opt', 'cost', 'stock']
  const tyres = feed.records
  const filled = (role: Role) =>
    tyres.filter((tyre) => String(cellOf(tyre, role) ?? '') !== '').length > tyres.length * 0.05
  const named = offers.filter(
    (role) =>
      role !== 'city' || tyres.some(({ offers: all }) => all.some(({ city }) => city !== 'Не указан')),
  )
  return [...specs, ...named].filter(filled)
}
