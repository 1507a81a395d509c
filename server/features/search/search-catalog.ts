import { setImmediate as others } from 'node:timers/promises'
import { SearchIndex } from '../../../contract/search/search-index.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { type CatalogTyre, tyresAfter } from '../../prices/tyre-catalog.ts'

/** Tyres of the catalog, and their search index. */
export interface SearchCatalog {
  /** tyres by position in the index: sorted by brand, then */
  tyres: readonly CatalogTyre[]
  index: SearchIndex
}

/** Number of tyres read, indexed or sorted between yields to other requests; each step takes some milliseconds. */
const READ_AT_ONCE = 500
const ENTERED_AT_ONCE = 50
const SORTED_AT_ONCE = 5_000

/** Reads the whole catalog in slices; reading it at once would block the server for half a second. */
export async function readTyres(sql: ReadSql): Promise<CatalogTyre[]> {
  const tyres: CatalogTyre[] = []
  for (;;) {
    const more = await tyresAfter(sql, tyres.at(-1)?.id ?? 0, READ_AT_ONCE)
    tyres.push(...more)
    if (more.length < READ_AT_ONCE) return tyres
    await others()
  }
}

/** Builds the search index, also in slices. */
export async function indexTyres(tyres: readonly CatalogTyre[]): Promise<SearchCatalog> {
  const ordered = await inOrder(tyres)
  const index = new SearchIndex()
  for (const [at, { specs }] of ordered.entries()) {
    index.add(specs)
    if (at % ENTERED_AT_ONCE === 0) await others()
  }
  for (const _ of index.finishInSteps()) await others()
  return { tyres: ordered, index }
}

/** Sorts the tyres of each brand separately, so that no sort takes long. */
async function inOrder(tyres: readonly CatalogTyre[]): Promise<CatalogTyre[]> {
  const byBrand = new Map<string, CatalogTyre[]>()
  for (const [at, tyre] of tyres.entries()) {
    const brand = tyre.specs.brand.toUpperCase()
    const known = byBrand.get(brand)
    if (known) known.push(tyre)
    else byBrand.set(brand, [tyre])
    if (at % SORTED_AT_ONCE === 0) await others()
  }
  // Tyres without a brand come last.
  const brands = [...byBrand].sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
  const ordered: CatalogTyre[] = []
  for (const [, of] of brands) {
    for (const tyre of of.sort((a, b) => (a.specs.name < b.specs.name ? -1 : 1))) ordered.push(tyre)
    await others()
  }
  return ordered
}

/** Returns whether two lists, sorted by id, contain the same tyres with the same fields. */
export function areSame(some: readonly CatalogTyre[], others: readonly CatalogTyre[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ id, specs }, at) => {
      const other = others[at] as CatalogTyre
      return (
        id === other.id &&
        Object.entries(specs).every(([name, value]) => other.specs[name as never] === value)
      )
    })
  )
}
