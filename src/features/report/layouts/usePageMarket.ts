import { useCallback, useMemo } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { preferences } from '../../../lib/preferences.ts'
import { rowOrigin } from '../../market/market.ts'
import { comparedKind } from '../../report-choice/report-address.ts'
import type { View } from '../../report-choice/view.ts'
import type { LayoutProps } from './layout-props.ts'
import { clientListOrder, narrowed } from './quick-filters.ts'
import { chosenCity, citiesWith, pageCities, pageMarket, rowPrices } from './row-prices.ts'
import { useOwnSites } from './useDisplayedTable.ts'
import { hasPrices } from './useRowGroups.tsx'

/** Returns the prices of a page's rows in the city and of the kind that the person compares. */
export function usePageMarket({ report, choice, data, view, onView, arranged }: LayoutProps) {
  const isOwnSite = useOwnSites()
  // Quick filters and folded groups may leave rows of fewer cities. The chosen city then stays selected, and a single
  // remaining city is not selected automatically.
  const { only, competitors } = view
  // The city by which the server has sorted; one stored on the device must not replace it.
  const sorted = arranged.find(([name]) => name === 'in')?.[1] ?? null
  const isNarrowed = only.length > 0 || data.groups !== undefined
  const stays = isNarrowed ? (view.city ?? (data.groups && hasPrices(data.groups) ? sorted : null)) : null
  const cities = useMemo(
    () => citiesWith(pageCities(data.filled, report), stays),
    [data.filled, report, stays],
  )
  const kept = arranged.length > 0 ? sorted : preferences.marketCity.get()
  const city = chosenCity(cities, [view.city, choice.filters.city, kept], report, !isNarrowed)
  const wish = choice.filters.city ? null : (view.city ?? kept)
  const reportKind = comparedKind(choice)
  const wished = view.kind ?? reportKind
  const page = useMemo(
    () =>
      pageMarket(
        data.rows,
        rowOrigin({ report, choice }, isOwnSite),
        city,
        [view.kind, reportKind],
        competitors,
      ),
    [data.rows, report, choice, isOwnSite, city, view.kind, reportKind, competitors],
  )
  const of = useMemo(() => rowPrices(page), [page])
  const narrow = useCallback(
    (rows: readonly ReportRow[]) => {
      const others = pageMarket(
        rows,
        rowOrigin({ report, choice }, isOwnSite),
        city,
        [page.kind],
        competitors,
      )
      return narrowed(
        rows,
        rowPrices({ ...others, kind: page.kind }),
        clientListOrder({ report, arranged, view: { order: null, only } }).only,
      )
    },
    [report, choice, isOwnSite, city, page.kind, competitors, arranged, only],
  )
  return {
    cities,
    page,
    /** compared city, kind and competitors, and a function that applies the quick filters to other pages' rows */
    compared: { city, kind: page.kind, competitors, narrow },
    /** the city chosen before if the page has no prices in it; null otherwise */
    missed: wish && city !== null && city !== wish ? wish : null,
    /** returns a row's prices, computed once per row */
    of,
    reportKind,
    /** requested kind of price; the city may have no prices of this kind */
    wished,
    /** compared city and kind, written to the URL together with a sort, because the sort depends on them */
    fixed: { city, ...(page.kind !== wished && { kind: page.kind }) } satisfies Partial<View>,
    /** @param next null for all cities */
    chooseCity(next: string | null) {
      preferences.marketCity.set(next)
      onView({ city: next })
    },
  }
}
