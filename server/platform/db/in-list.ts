import { SqlPart, type SqlValue } from './statement.ts'

/**
 * Returns placeholders and values for `column IN (…)`. The values are padded with repetitions to a power of two,
 * because each number of placeholders is a different prepared statement.
 * @param values at least one
 */
export function inList<T extends SqlValue>(values: readonly T[]): { places: string; values: T[] } {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return {
    places: new Array(length).fill('?').join(', '),
    values: Array.from({ length }, (_, n) => values[n] ?? (values[0] as T)),
  }
}

/** Returns the values of `column IN (…)` as a part of a statement, padded likewise. */
export function listOf(list: readonly SqlValue[]): SqlPart {
  const { places, values } = inList(list)
  return new SqlPart(places, values)
}
