import type { ReadSql } from '../platform/db/db.ts'
import { createPauses } from './compare/pauses.ts'
import { sortInSteps } from './compare/sort-in-steps.ts'
import { finishWithPauses } from './steps.ts'
import { type CatalogTyre, tyresAfter } from './tyre-catalog.ts'
import { type FilterValuesOfTyres, numberValues } from './tyre-values.ts'
import { untilNextImport } from './until-next-import.ts'

/** Every tyre ever imported. */
export interface OrderedCatalog {
  /** in report order: by brand, name and article */
  tyres: readonly CatalogTyre[]
  values: FilterValuesOfTyres
}

/** The whole catalog; what was read from the database before this is called is about its tyres alone. */
export type OrderedTyres = () => Promise<OrderedCatalog>

/** Keeps them until the next import, since every day has most of them; reading and sorting them again takes longer than the rest of its index. */
export const createOrderedTyres = (sql: ReadSql): OrderedTyres => untilNextImport(sql, load)

/** Tyres read at once: a millisecond or so. */
const READ_AT_ONCE = 250

async function load(sql: ReadSql): Promise<OrderedCatalog> {
  const pause = createPauses()
  const keyed: { key: string; tyre: CatalogTyre }[] = []
  for (let last: number | undefined = 0; last !== undefined; ) {
    const tyres: CatalogTyre[] = await tyresAfter(sql, last, READ_AT_ONCE)
    for (const tyre of tyres) keyed.push({ key: orderKey(tyre), tyre })
    last = tyres.at(-1)?.id
    await pause()
  }
  // Folded keys compare with operators; Intl.Collator takes ten times as long for 20,000 names.
  const sorted = await sortInSteps(keyed, (a, b) => (a.key < b.key ? -1 : 1), pause)
  const tyres = sorted.map(({ tyre }) => tyre)
  return { tyres, values: await finishWithPauses(numberValues(tyres), pause) }
}

/** Tyres without a brand sort last: as first rows they would make the page look broken. */
function orderKey({ id, specs }: CatalogTyre): string {
  return (
    `${specs.brand === '' ? '\uffff' : specs.brand}\u0000${specs.name}\u0000${specs.article}`.toUpperCase() +
    String(id).padStart(12, '0')
  )
}
