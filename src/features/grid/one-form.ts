import type { Column } from '../../../contract/reports/columns.ts'

/**
 * Formats all prices of a table alike: with decimals if any price has kopecks or the table has statistics, which always
 * have two decimals (specification 4.23).
 */
export function inOneForm(columns: readonly Column[], fractions: boolean): readonly Column[] {
  if (!fractions && !columns.some(({ kind }) => kind === 'money2')) return columns
  return columns.map((column) => (column.kind === 'price' ? { ...column, kind: 'money2' } : column))
}
