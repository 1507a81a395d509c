import type { CollectedRecord } from '../import/readers/collect.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { likelihoods } from './likelihood.ts'
import { type Meanings, nameMeanings } from './name-meanings.ts'
import { columnMeanings } from './price-types.ts'
import { type Profile, profileOf } from './profile.ts'

/** A column with what it may be. */
export interface Column {
  name: string
  profile: Profile
  /** by its name alone */
  named: Meanings
  /** by its name and its values */
  likely: Meanings
}

/** @param without names: of a table without a header, whose letters mean nothing */
export function recordColumns(
  names: readonly string[],
  records: readonly CollectedRecord[],
  checkTime: CheckTime,
  nameless = false,
): Column[] {
  return names.map((name, at) =>
    column(
      name,
      records.map(({ cells }) => cells[at]),
      nameless ? {} : columnMeanings(name),
      checkTime,
    ),
  )
}

/** The fields of a nested list's items, among which a bare name is that of the place. */
export function itemColumns(
  names: readonly string[],
  records: readonly CollectedRecord[],
  checkTime: CheckTime,
): Column[] {
  const items = records.flatMap((record) => record.items)
  return names.map((name, at) => {
    const named = nameMeanings(name)
    const place = Math.max(named.warehouse ?? 0, (named.name ?? 0) * 0.85)
    return column(
      name,
      items.map((cells) => cells[at]),
      { ...named, ...(place > 0 ? { warehouse: place } : {}), name: 0 },
      checkTime,
    )
  })
}

function column(
  name: string,
  cells: Parameters<typeof profileOf>[0],
  named: Meanings,
  checkTime: CheckTime,
): Column {
  const profile = profileOf(cells, checkTime)
  const meanings = withStock(named, profile)
  return { name, profile, named: meanings, likely: likelihoods(meanings, profile) }
}

/** A header 'Склад' over pieces is their stock; over numbers alone it may be the warehouse's. */
function withStock(named: Meanings, profile: Profile): Meanings {
  const { warehouse = 0, stock = 0 } = named
  const words = profile.share('availability')
  if (warehouse < 0.6 || stock >= warehouse || profile.share('stock') + words < 0.6) return named
  const isSaid = words > 0 || profile.share('moreThan') > 0
  return isSaid ? { ...named, stock: warehouse, warehouse: 0 } : { ...named, stock: Math.max(stock, 0.6) }
}
