import type { Column } from '../../../contract/reports/columns.ts'

/**
 * Gives all prices of a table one format: if any price has kopecks, or there are statistics, which have two decimals
 * (specification 4.23), then every price has decimals.
 */
export function inOneForm(columns: readonly Column[], fractions: boolean): readonly Column[] {
  if (!fractions && !columns.some(({ kind }) => kind === 'money2')) return columns
  return columns.map((column) => (column.kind === 'price' ? { ...column, kind: 'money2' } : column))
}
