import { filledColumns, type IsOwnSite } from '../../../../../contract/reports/columns.ts'
import type { PriceType, Report } from '../../../../../contract/reports/reports.ts'
import type { ReadPage } from '../../../../data/read-page.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { inOneForm } from '../../../grid/one-form.ts'

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
