import type { CollectedRecord } from '../import/readers/collect.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { type Meanings, nameMeanings } from './name-meanings.ts'
import { columnMeanings, withExponent } from './price-types.ts'
import { type ColumnProfile, profileOf } from './profile.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'
import { SYNONYMS } from './synonyms/synonyms.ts'
import { isFlag, valueFit } from './value-fit.ts'

/** Minimum confidence for a name to count. */
const MIN_SURENESS = 0.3
const MIN_FIT = 0.2
const MEANINGS = Object.keys(SYNONYMS) as ColumnMeaning[]

/** Meanings that values alone never have, so that columns with other names need no look at their values. */
const BY_NAME: ReadonlySet<ColumnMeaning> = new Set([
  'code',
  'condition',
  'year',
  'model',
  'retail',
  'opt',
  'cost',
  'other',
])

/** Returns the likelihood of each meaning of a column, by its name and its values together. */
function likelihoods(named: Meanings, profile: ColumnProfile): Meanings {
  const found: Meanings = {}
  const possible = MEANINGS.filter((meaning) => (named[meaning] ?? 0) > 0 || !BY_NAME.has(meaning))
  const fits = possible.map((meaning) => ({ meaning, ...valueFit(meaning, profile) }))
  // A meaning that does not fit the values is ignored, even if the name suggests it.
  const strongest = Math.max(
    0,
    ...fits.map(({ meaning, fit }) => (fit > MIN_FIT ? (named[meaning] ?? 0) : 0)),
  )
  for (const { meaning, fit, alone } of fits) {
    const name = named[meaning] ?? 0
    if (fit === 0) continue
    const byName = name < MIN_SURENESS ? 0 : name * (0.45 + 0.55 * fit)
    // If the name suggests another meaning, it outweighs the values.
    const byValues = alone * (1 - 0.75 * Math.max(0, strongest - name))
    const sureness = Math.max(byName, byValues)
    if (sureness > 0) found[meaning] = Math.min(0.99, sureness + (byName > 0 && byValues > 0 ? 0.03 : 0))
  }
  return found
}

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
