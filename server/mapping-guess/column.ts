import type { CollectedRecord } from '../import/readers/collect.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { likelihoods } from './likelihood.ts'
import { withExponent } from './minor-names.ts'
import { type Meanings, nameMeanings } from './name-meanings.ts'
import { columnMeanings } from './price-types.ts'
import { type ColumnProfile, profileOf } from './profile.ts'
import { isFlag } from './value-fit.ts'

/** Column of a file with its possible meanings. */
export interface GuessColumn {
  name: string
  profile: ColumnProfile
  /** meanings by the name alone */
  named: Meanings
  /** meanings by name and values together */
  likely: Meanings
}

/**
 * Profiles the columns of records.
 * @param nameless true for a table without a header, whose column letters mean nothing
 * @param isWanted whether a column is profiled; all are without it
 */
export function recordColumns(
  names: readonly string[],
  records: readonly CollectedRecord[],
  checkTime: CheckTime,
  nameless = false,
  isWanted: (name: string) => boolean = () => true,
): GuessColumn[] {
  return names.flatMap((name, at) =>
    isWanted(name)
      ? column(
          name,
          records.map(({ cells }) => cells[at]),
          nameless ? {} : withExponent(columnMeanings(name), name, names),
          checkTime,
        )
      : [],
  )
}

/** Profiles the fields of a nested list's items, where a plain 'name' is usually that of the warehouse. */
export function itemColumns(
  names: readonly string[],
  records: readonly CollectedRecord[],
  checkTime: CheckTime,
): GuessColumn[] {
  const items = records.flatMap((record) => record.items)
  return names.map((name, at) => {
    const named = nameMeanings(name)
    const warehouse = Math.max(named.warehouse ?? 0, (named.name ?? 0) * 0.85)
    return column(
      name,
      items.map((cells) => cells[at]),
      { ...named, ...(warehouse > 0 ? { warehouse } : {}), name: 0 },
      checkTime,
    )
  })
}

function column(
  name: string,
  cells: Parameters<typeof profileOf>[0],
  named: Meanings,
  checkTime: CheckTime,
): GuessColumn {
  const profile = profileOf(cells, checkTime)
  const meanings = withStock(name, named, profile)
  return { name, profile, named: meanings, likely: likelihoods(meanings, profile) }
}

/**
 * Statuses are stock whatever they are called. Under the header 'Склад', quantities such as '>4' are stock; plain
 * numbers may also be numbers of warehouses.
 */
function withStock(name: string, named: Meanings, profile: ColumnProfile): Meanings {
  const { warehouse = 0, stock = 0 } = named
  if (profile.share('stockStatus') > 0.6) return { stock: Math.max(stock, 0.9) }
  // A quantity says more than that there is one.
  if (isFlag(name, profile)) return { ...named, stock: stock / 2 }
  const availability = profile.share('availability')
  if (warehouse < 0.6 || stock >= warehouse || profile.share('stock') + availability < 0.6) return named
  const isQuantity = availability > 0 || profile.share('moreThan') > 0
  return isQuantity ? { ...named, stock: warehouse, warehouse: 0 } : { ...named, stock: Math.max(stock, 0.6) }
}
