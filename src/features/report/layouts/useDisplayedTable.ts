import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import { ownSiteRule } from '../../../../contract/companion.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import type { DisplayedTable, GridHandle } from '../../report-choice/displayed-table.ts'
import { comparedKind } from '../../report-choice/report-address.ts'
import type { LayoutProps } from './layout-props.ts'

/** Compared city, kind of price and competitors, with the quick filters to apply to other pages' rows. */
export type Compared = DisplayedTable['compared'] & Pick<DisplayedTable, 'narrow'>

/**
 * Returns the displayed table and passes it to the tyre cards.
 * @param rows in displayed order
 * @param compared the chosen city, kind of price and competitors; by default those of the report
 */
export function useDisplayedTable(
  { report, choice, data, page, card }: LayoutProps,
  rows: readonly ReportRow[],
  grid: RefObject<GridHandle | null>,
  compared?: Compared,
): DisplayedTable {
  const { savedAt, totalRows, arranged } = data
  const { city, kind, competitors } = compared ?? {
    city: choice.filters.city || null,
    kind: comparedKind(choice),
    competitors: null,
  }
  const joined = compared?.city === null
  const narrow = compared?.narrow
  const shown = useMemo(
    (): DisplayedTable => ({
      report,
      choice,
      rows,
      page,
      totalRows,
      arranged,
      savedAt,
      grid,
      compared: { city, kind, competitors },
      joined,
      narrow,
    }),
    [report, choice, rows, page, totalRows, arranged, savedAt, grid, city, kind, competitors, joined, narrow],
  )
  const { onTable } = card
  useEffect(() => onTable(shown), [onTable, shown])
  useEffect(() => () => onTable(null), [onTable])
  return shown
}

/** Returns a predicate for own sites, which the server lists or their names reveal. */
export function useOwnSites(): (host: string) => boolean {
  const ownHosts = useQuery(companionQuery).data?.ownHosts ?? null
  return useMemo(() => ownSiteRule(ownHosts), [ownHosts])
}
