import type { ReadSql } from '../platform/db/db.ts'
import { createYields, finishYielding, sortInSteps } from './steps.ts'
import { type CatalogTyre, tyresAfter } from './tyre-catalog.ts'
import { type FilterValuesOfTyres, numberValues } from './tyre-values.ts'
import { untilNextImport } from './until-next-import.ts'

/** All tyres ever imported. */
export interface OrderedCatalog {
  /** tyres in report order: by brand, name and article */
  tyres: readonly CatalogTyre[]
  values: FilterValuesOfTyres
}

/** Returns the whole catalog. It contains every tyre of prices that were read before the call. */
export type OrderedTyres = () => Promise<OrderedCatalog>

/** Caches the catalog until the next import: reading and sorting it is most of the work of building a day's index. */
export const createOrderedTyres = (sql: ReadSql): OrderedTyres => untilNextImport(sql, load)

/** Number of tyres per query, which takes about a millisecond. */
const READ_AT_ONCE = 250

async function load(sql: ReadSql): Promise<OrderedCatalog> {
  const pause = createYields()
  const keyed: { key: string; tyre: CatalogTyre }[] = []
  for (let last: number | undefined = 0; last !== undefined; ) {
    const tyres: CatalogTyre[] = await tyresAfter(sql, last, READ_AT_ONCE)
    for (const tyre of tyres) keyed.push({ key: orderKey(tyre), tyre })
    last = tyres.at(-1)?.id
    await pause()
  }
  // Normalised keys can be compared with `<`; Intl.Collator takes ten times as long for 20,000 names.
  const sorted = await sortInSteps(keyed, (a, b) => (a.key < b.key ? -1 : 1), pause)
  const tyres = sorted.map(({ tyre }) => tyre)
  return { tyres, values: await finishYielding(numberValues(tyres), pause) }
}

/** Tyres without a brand sort last: as first rows they would make the page look broken. */
function orderKey({ id, specs }: CatalogTyre): string {
  return (
    `${specs.brand === '' ? '\uffff' : specs.brand}\u0000${specs.name}\u0000${specs.article}`.toUpperCase() +
    String(id).padStart(12, '0')
  )
}
