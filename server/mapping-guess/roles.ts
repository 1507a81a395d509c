import type { GuessColumn } from './column.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'

/** Column with its assigned meaning's confidence. */
export interface ColumnRole {
  column: GuessColumn
  sureness: number
  /** columns that have a value in records where `column` has none */
  fallbacks: GuessColumn[]
}

export type ColumnRoles = Partial<Record<ColumnMeaning, ColumnRole>>

/** Minimum confidence for a column to be assigned. */
export const MIN_SURENESS = 0.38
/** Maximum share of records in which two complementary columns both have a value. */
const MAX_OVERLAP = 0.05

/** Assigns each meaning its most likely column, and each column one meaning, most confident first. */
export function assignRoles(
  columns: readonly GuessColumn[],
  meanings: readonly ColumnMeaning[],
): ColumnRoles {
  const roles: ColumnRoles = {}
  const taken = new Set<GuessColumn>()
  const claims = columns
    .flatMap((column) =>
      meanings.map((meaning) => ({ column, meaning, sureness: column.likely[meaning] ?? 0 })),
    )
    .filter(({ column, sureness }) => sureness >= MIN_SURENESS && sureness >= (column.likely.other ?? 0))
    .sort((a, b) => b.sureness - a.sureness || b.column.profile.filled - a.column.profile.filled)
  for (const { column, meaning, sureness } of claims) {
    if (taken.has(column)) continue
    const role = roles[meaning]
    if (!role) roles[meaning] = { column, sureness, fallbacks: [] }
    else if (isComplement(role.column, column)) role.fallbacks.push(column)
    else continue
    taken.add(column)
  }
  return roles
}

function isComplement(first: GuessColumn, second: GuessColumn): boolean {
  const { values } = second.profile
  const both = first.profile.values.filter((text, i) => text !== '' && values[i] !== '').length
  const own = values.filter((text) => text !== '').length
  return own > both && both <= own * MAX_OVERLAP
}
