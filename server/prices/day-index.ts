import type { FilterName, FilterValues } from '../../contract/filters.ts'
import type { Sql } from '../db/db.ts'
import { BitSet } from './bit-set.ts'
import type { TyreSpecs } from './offer.ts'
import { PRESENCE_KINDS, type PresenceKind } from './site-cities.ts'
import { allTyres, type CatalogTyre } from './tyre-catalog.ts'
import { decodeTyreIds } from './tyre-lists.ts'

/** One site in one city on that day. */
export interface SiteCity {
  siteId: number
  site: string
  city: string
  /** '' stands for prices outside any warehouse */
  warehouses: string[]
  /** which positions have such a price there */
  presence: Record<PresenceKind, BitSet>
}

/**
 * What a day's prices are searched by, without the prices: its tyres in the order of the reports (brand, name, article)
 * and where each of them is offered. About 2 MB for 20,000 tyres, 20 cities and 10 sites.
 */
export interface DayIndex {
  tyres: CatalogTyre[]
  siteCities: SiteCity[]
}

interface SiteCityRow extends Record<PresenceKind, Uint8Array> {
  site_id: number
  host: string
  city: string
  warehouses: string
}

export async function loadDayIndex(sql: Sql, day: string): Promise<DayIndex> {
  const rows = await sql.all<SiteCityRow>(
    `SELECT c.site_id, s.host, c.city, c.warehouses, ${PRESENCE_KINDS.map((kind) => `c.${kind}`).join(', ')}
     FROM site_cities c JOIN sites s ON s.id = c.site_id WHERE c.day = ? ORDER BY s.host, c.city`,
    day,
  )
  const present = new Set<number>()
  const lists = rows.map((row) => PRESENCE_KINDS.map((kind) => [kind, decodeTyreIds(row[kind])] as const))
  for (const [, ids] of lists.flat()) for (const id of ids) present.add(id)
  const tyres = present.size === 0 ? [] : (await allTyres(sql)).filter(({ id }) => present.has(id))
  const ordered = inReportOrder(tyres)
  const positionOf = new Map(ordered.map(({ id }, position) => [id, position]))
  const siteCities = rows.map((row, i): SiteCity => {
    const presence = {} as Record<PresenceKind, BitSet>
    for (const [kind, ids] of lists[i] ?? []) {
      presence[kind] = new BitSet(ordered.length)
      for (const id of ids) presence[kind].add(positionOf.get(id) as number)
    }
    const { site_id: siteId, host: site, city } = row
    return { siteId, site, city, warehouses: JSON.parse(row.warehouses) as string[], presence }
  })
  return { tyres: ordered, siteCities }
}

function inReportOrder(tyres: CatalogTyre[]): CatalogTyre[] {
  const keyed = tyres.map((tyre) => ({ tyre, key: orderKey(tyre) }))
  // Plain comparison of folded keys: Intl.Collator takes ten times as long on 20,000 names.
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed.map(({ tyre }) => tyre)
}

function orderKey({ id, specs }: CatalogTyre): string {
  return (
    `${specs.brand}\u0000${specs.name}\u0000${specs.article}`.toUpperCase() + String(id).padStart(12, '0')
  )
}

type PlaceFilter = 'site' | 'city'
type SpecFilter = Exclude<FilterName, PlaceFilter>

export const SPEC_OF_FILTER: Readonly<Record<SpecFilter, keyof TyreSpecs>> = {
  brand: 'brand',
  vehicle: 'vehicleType',
  season: 'season',
  diameter: 'diameter',
  width: 'width',
  height: 'height',
  speed: 'speedIndex',
  load: 'loadIndex',
}

/** The sites and cities that the filters leave. */
export function placesWithin(index: DayIndex, filters: FilterValues): SiteCity[] {
  return index.siteCities.filter(
    ({ site, city }) => (!filters.site || site === filters.site) && (!filters.city || city === filters.city),
  )
}

/** Positions of the tyres that fit the filters and have a price of one of these kinds where the filters look. */
export function selectTyres(
  index: DayIndex,
  filters: FilterValues,
  kinds: readonly PresenceKind[],
): Uint32Array {
  const offered = new BitSet(index.tyres.length)
  for (const { presence } of placesWithin(index, filters)) {
    for (const kind of kinds) offered.addAll(presence[kind])
  }
  const wanted = (Object.keys(SPEC_OF_FILTER) as SpecFilter[])
    .filter((name) => filters[name])
    .map((name) => [SPEC_OF_FILTER[name], filters[name] as string] as const)
  const found: number[] = []
  for (const [position, { specs }] of index.tyres.entries()) {
    if (offered.has(position) && wanted.every(([spec, value]) => specs[spec] === value)) found.push(position)
  }
  return Uint32Array.from(found)
}
