import { SPEC_NAMES } from '../../contract/tyre/tyre-specs.ts'
import type { MappingFieldName } from '../import/filled-fields.ts'
import type { Column } from './column.ts'
import type { Meaning } from './synonyms.ts'

/** A column taken for something. */
export interface Role {
  column: Column
  sureness: number
  /** columns that have a value where the first has none */
  fallbacks: Column[]
}

export type Roles = Partial<Record<Meaning, Role>>

/** Less sure than this, a column is taken for nothing. */
const LEAST = 0.38
/** Two columns complete each other if hardly any record has both. */
const OVERLAP = 0.05

/** Gives each meaning the column that is likeliest to have it, and each column one meaning; the surest first. */
export function assignRoles(columns: readonly Column[], meanings: readonly Meaning[]): Roles {
  const roles: Roles = {}
  const taken = new Set<Column>()
  const claims = columns
    .flatMap((column) =>
      meanings.map((meaning) => ({ column, meaning, sureness: column.likely[meaning] ?? 0 })),
    )
    .filter(({ column, sureness }) => sureness >= LEAST && sureness >= (column.likely.other ?? 0))
    .sort((a, b) => b.sureness - a.sureness || b.column.profile.filled - a.column.profile.filled)
  for (const { column, meaning, sureness } of claims) {
    if (taken.has(column)) continue
    const role = roles[meaning]
    if (!role) roles[meaning] = { column, sureness, fallbacks: [] }
    else if (complete(role.column, column)) role.fallbacks.push(column)
    else continue
    taken.add(column)
  }
  return roles
}

function complete(first: Column, second: Column): boolean {
  const { values } = second.profile
  const both = first.profile.values.filter((text, i) => text !== '' && values[i] !== '').length
  const own = values.filter((text) => text !== '').length
  return own > both && both <= own * OVERLAP
}

/** The meanings that are fields themselves, of which a record has one column each. */
export const SINGLE_FIELDS = [
  ...SPEC_NAMES,
  'city',
  'warehouse',
  'stock',
] as const satisfies readonly MappingFieldName[]

export const PARTS = ['model', 'size', 'indexes'] as const satisfies readonly Meaning[]
