import { type RefObject, useEffect, useMemo } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { comparedKind } from '../../report-choice/compared-kind.ts'
import type { GridHandle, ShownTable } from '../../report-choice/shown-table.ts'
import type { LayoutProps } from './layout-props.ts'

/** What a layout compares, and what its quick filters leave. */
export type Compared = ShownTable['compared'] & Pick<ShownTable, 'narrow'>

/**
 * Tells the cards of tyres which rows are on screen.
 * @param rows in the order on screen
 * @param compared the city and the kind of price that a person has chosen; by default those of the report
 */
export function useShownTable(
  { report, choice, data, page, card }: LayoutProps,
  rows: readonly ReportRow[],
  grid: RefObject<GridHandle | null>,
  compared?: Compared,
): ShownTable {
  const { savedAt, totalRows, arranged } = data
  const { city, kind } = compared ?? { city: choice.filters.city || null, kind: comparedKind(choice) }
  const joined = compared?.city === null
  const narrow = compared?.narrow
  const shown = useMemo(
    (): ShownTable => ({
      report,
      choice,
      rows,
      page,
      totalRows,
      arranged,
      savedAt,
      grid,
      compared: { city, kind },
      joined,
      narrow,
    }),
    [report, choice, rows, page, totalRows, arranged, savedAt, grid, city, kind, joined, narrow],
  )
  const { onTable } = card
  useEffect(() => onTable(shown), [onTable, shown])
  useEffect(() => () => onTable(null), [onTable])
  return shown
}
