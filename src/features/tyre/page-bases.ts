import { queryOptions } from '@tanstack/react-query'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { probePage } from '../../data/probe-page.ts'
import type { ReadPage } from '../../data/read-page.ts'
import { marketOfRow, rowOrigin } from '../market/market.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { listRequest } from '../report-choice/report-address.ts'
import { allBases, type Basis, basisBehind, whatIfBases } from './what-if.ts'

type IsOwnSite = (host: string) => boolean

/**
 * Returns the inputs of the own retail prices for all tyres of the displayed page; none for rows without an own
 * wholesale price.
 */
export function pageBases(table: DisplayedTable, isOwnSite: IsOwnSite): Basis[] {
  return table.rows.flatMap((row) => whatIfBases(marketOfRow(row, rowOrigin(table, isOwnSite))))
}

/** Returns whether the table's rows lack own wholesale prices and costs, from which its proposals are computed. */
export const hidesBases = ({ report, choice }: DisplayedTable): boolean =>
  report.layout === 'proposals' && choice.priceType === 'retail'

/**
 * Query for the inputs of a page of proposals. They are derived from the prices that the server proposes for the
 * multipliers 1 and 2.
 */
export function pageBasesQuery(table: DisplayedTable, isOwnSite: IsOwnSite) {
  const { report, choice, page, rows, arranged } = table
  const request = { ...listRequest(report, choice), arranged }
  return queryOptions({
    queryKey: ['page-bases', request, page],
    queryFn: async ({ signal }) => {
      const at = (percent: string) => probePage({ ...request, percent }, page, signal)
      const [once, twice] = (await Promise.all([at('1'), at('2')])).map(rowsByKey)
      return rows.flatMap((row) => {
        const key = tyreKey(row.specs)
        const proposedIn = (among: ReadonlyMap<string, ReportRow> | undefined, city: string) =>
          among?.get(key)?.cities.get(city)?.statistics.proposed
        return allBases(marketOfRow(row, rowOrigin(table, isOwnSite))).flatMap((basis): Basis[] => {
          const [low, high] = [proposedIn(once, basis.city), proposedIn(twice, basis.city)]
          const behind = typeof low === 'number' && typeof high === 'number' ? basisBehind(low, high) : null
          return behind ? [{ ...basis, ...behind, costs: [...behind.costs, ...basis.costs] }] : []
        })
      })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const rowsByKey = ({ rows }: ReadPage): ReadonlyMap<string, ReportRow> =>
  new Map(rows.map((row) => [tyreKey(row.specs), row]))
