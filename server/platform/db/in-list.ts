import type { SqlValue } from './db.ts'

/**
 * Returns the values of `column IN (…)`, padded with repeats to a power of two, because a statement is prepared anew
 * for each number of placeholders.
 * @param values at least one
 */
export function inList<T extends SqlValue>(values: readonly T[]): { places: string; values: T[] } {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return {
    places: new Array(length).fill('?').join(', '),
    values: Array.from({ length }, (_, n) => values[n] ?? (values[0] as T)),
  }
}
