import type { Column } from '../../../contract/columns.ts'

/**
 * All prices of a table in one form: statistics have two decimals (specification 4.23), so beside them, and where any price has
 * kopecks, every price has.
 */
export function inOneForm(columns: readonly Column[], fractions: boolean): readonly Column[] {
  if (!fractions && !columns.some(({ kind }) => kind === 'money2')) return columns
  return columns.map((column) => (column.kind === 'price' ? { ...column, kind: 'money2' } : column))
}
