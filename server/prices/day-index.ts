import { SPEC_FILTERS, type SpecFilter } from '../../contract/reports/filters.ts'
import type { ReadSql } from '../platform/db/db.ts'
import { type Filters, type PlaceFilters, placeFit } from './filter-fit.ts'
import type { OrderedCatalog, OrderedTyres } from './ordered-tyres.ts'
import { BitSet, PositionSet } from './positions.ts'
import { decodeTyreIds, PRESENCE_KINDS, type PresenceKind, type Shapes } from './site-cities.ts'
import { createYields, finishYielding } from './steps.ts'
import type { CatalogTyre } from './tyre-catalog.ts'
import { ValueIndex } from './tyre-values.ts'

export interface SiteCity<Kind extends string> {
  siteId: number
  site: string
  city: string
  /** positions of the tyres with a price of each kind at this site in this city */
  presence: Record<Kind, PositionSet>
}

export interface DayCity extends SiteCity<PresenceKind> {
  /** names of warehouses; '' for prices without one */
  warehouses: string[]
  /** value combinations of each warehouse's offers; undefined for a day imported by an older version */
  shapes: Shapes[] | undefined
}

/** Index of tyres by the kinds of their prices in each city and by their attributes; it contains no prices. */
export interface TyreIndex<Kind extends string, Place extends SiteCity<Kind> = SiteCity<Kind>> {
  /** in report order: brand, name, article */
  tyres: CatalogTyre[]
  siteCities: Place[]
  /** host names by site id */
  hosts: Map<number, string>
  /** positions of the tyres with a price of each kind anywhere; precomputed, as most requests filter by neither */
  anywhere: Record<Kind, BitSet>
  /** tyres by their attributes */
  bySpec: Record<SpecFilter, ValueIndex>
}

/** Index of the tyres with prices on one day: about 2 MB for 20,000 tyres, 20 cities and 10 sites (decision 1). */
export type DayIndex = TyreIndex<PresenceKind, DayCity>

/** Selected tyres of the catalog, in report order. */
export interface ChosenTyres {
  catalog: OrderedCatalog
  /** indexes of the selected tyres in the catalog, ascending; a tyre's position is its index in this array */
  ordinals: Uint32Array
}

/** Builds the index; yields to the caller every few milliseconds. */
export function* indexInSteps<Kind extends string, Place extends SiteCity<Kind>>(
  kinds: readonly Kind[],
  { catalog, ordinals }: ChosenTyres,
  siteCities: Place[],
): Generator<void, TyreIndex<Kind, Place>> {
  const anywhere = {} as TyreIndex<Kind>['anywhere']
  for (const kind of kinds) {
    anywhere[kind] = unionOf(
      ordinals.length,
      siteCities.map(({ presence }) => presence[kind]),
    )
    yield
  }
  const bySpec = {} as TyreIndex<Kind>['bySpec']
  for (const name of SPEC_FILTERS) {
    bySpec[name] = new ValueIndex(catalog.values[name], ordinals)
    yield
  }
  const tyres = Array.from(ordinals, (ordinal) => catalog.tyres[ordinal] as CatalogTyre)
  const hosts = new Map(siteCities.map(({ siteId, site }) => [siteId, site]))
  return { tyres, siteCities, hosts, anywhere, bySpec }
}

function unionOf(size: number, sets: readonly PositionSet[]): BitSet {
  const union = new BitSet(size)
  for (const set of sets) set.addTo(union)
  return union
}

interface SiteCityRow extends Record<PresenceKind, Uint8Array> {
  site_id: number
  host: string
  city: string
  warehouses: string
  shapes: string | null
}

/** Loads the index of a day, yielding to the event loop every few milliseconds. */
export async function loadDayIndex(sql: ReadSql, day: string, orderedTyres: OrderedTyres): Promise<DayIndex> {
  const pause = createYields()
  const rows = await sql.all<SiteCityRow>(
    `SELECT c.site_id, s.host, c.city, c.warehouses, c.shapes, ${PRESENCE_KINDS.map((kind) => `c.${kind}`).join(', ')}
     FROM site_cities c JOIN sites s ON s.id = c.site_id WHERE c.day = ? ORDER BY s.host, c.city`,
    day,
  )
  const catalog = await orderedTyres()
  const ordinals = await ordinalsOf(rows, catalog, pause)
  const positions = positionsById({ catalog, ordinals })
  const siteCities: DayCity[] = []
  for (const row of rows) {
    const presence = {} as Record<PresenceKind, PositionSet>
    for (const kind of PRESENCE_KINDS) {
      presence[kind] = new PositionSet(ordinals.length, positionsOf(decodeTyreIds(row[kind]), positions))
      await pause()
    }
    const { site_id: siteId, host: site, city } = row
    const warehouses = JSON.parse(row.warehouses) as string[]
    const shapes = row.shapes === null ? undefined : (JSON.parse(row.shapes) as Shapes[])
    siteCities.push({ siteId, site, city, warehouses, shapes, presence })
  }
  return finishYielding(indexInSteps(PRESENCE_KINDS, { catalog, ordinals }, siteCities), pause)
}

/** Returns positions with tyre ids as indexes. A map would be slower: a day has five million entries to look up. */
export function positionsById({ catalog: { tyres }, ordinals }: ChosenTyres): Uint32Array {
  const positions = new Uint32Array(1 + highestId(tyres))
  for (let position = 0; position < ordinals.length; position++) {
    positions[(tyres[ordinals[position] as number] as CatalogTyre).id] = position
  }
  return positions
}

/** Returns the catalog indexes of the tyres with prices of a day. */
async function ordinalsOf(
  rows: readonly SiteCityRow[],
  { tyres }: OrderedCatalog,
  pause: () => Promise<void> | undefined,
): Promise<Uint32Array> {
  // One byte per tyre, because setting a bit takes several times as long.
  const present = new Uint8Array(1 + highestId(tyres))
  for (const row of rows) {
    for (const kind of PRESENCE_KINDS) {
      mark(decodeTyreIds(row[kind]), present)
      await pause()
    }
  }
  return ordinalsWhere(tyres, (id) => present[id] === 1)
}

/** Returns the catalog indexes of the wanted tyres. */
export function ordinalsWhere(tyres: readonly CatalogTyre[], isWanted: (id: number) => boolean): Uint32Array {
  const ordinals = new Uint32Array(tyres.length)
  let count = 0
  for (let at = 0; at < tyres.length; at++) {
    if (isWanted((tyres[at] as CatalogTyre).id)) ordinals[count++] = at
  }
  return ordinals.slice(0, count)
}

// The loop has its own function because V8 runs it ten times as slowly within an async function.

function mark(ids: Uint32Array, present: Uint8Array): void {
  for (let i = 0; i < ids.length; i++) present[ids[i] as number] = 1
}

/** Overwrites each id in the array with the tyre's position. */
function positionsOf(ids: Uint32Array, positions: Uint32Array): Uint32Array {
  for (let i = 0; i < ids.length; i++) ids[i] = positions[ids[i] as number] as number
  return ids
}

const highestId = (tyres: readonly CatalogTyre[]): number =>
  tyres.reduce((highest, { id }) => Math.max(highest, id), 0)

/** Returns the sites and cities that match the filters. */
export function placesWithin<Kind extends string>(
  index: TyreIndex<Kind>,
  filters: PlaceFilters,
): SiteCity<Kind>[] {
  return index.siteCities.filter(placeFit(filters))
}

/** Returns the positions of matching tyres with a price of one of the kinds at a matching site and city. */
export function selectTyres<Kind extends string>(
  index: TyreIndex<Kind>,
  filters: Filters,
  kinds: readonly Kind[],
): Uint32Array {
  const selected = new BitSet(index.tyres.length)
  if (!filters.site && !filters.city) for (const kind of kinds) selected.addAll(index.anywhere[kind])
  else {
    for (const { presence } of placesWithin(index, filters))
      for (const kind of kinds) presence[kind].addTo(selected)
  }
  for (const name of SPEC_FILTERS) {
    const set = filters[name]
    if (set) index.bySpec[name].limit(selected, set)
  }
  return selected.positions()
}
