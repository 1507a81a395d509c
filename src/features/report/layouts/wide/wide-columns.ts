import { type Column, filledColumns, type IsOwnSite } from '../../../../../contract/reports/columns.ts'
import type { PriceType, Report } from '../../../../../contract/reports/reports.ts'
import type { ReadPage } from '../../../../data/read-page.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'

/** Returns the columns of the wide table (specification 4.16 to 4.24) in which the rows have values. */
export const wideColumns = (
  report: Report,
  priceType: PriceType,
  { filled, fractions }: Pick<ReadPage, 'filled' | 'fractions'>,
  isOwnSite: IsOwnSite,
): GridColumn[] =>
  inOneForm(filledColumns(report, priceType, filled, isOwnSite), fractions).map((column) => ({
    ...column,
    own: isOwnSite(column.group.site),
  }))

/** Formats all prices alike: with decimals if a price has kopecks or there are statistics (specification 4.23). */
export function inOneForm(columns: readonly Column[], fractions: boolean): readonly Column[] {
  if (!fractions && !columns.some(({ kind }) => kind === 'money2')) return columns
  return columns.map((column) => (column.kind === 'price' ? { ...column, kind: 'money2' } : column))
}
