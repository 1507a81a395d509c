import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { preferences } from '../../../../lib/preferences.ts'
import { useStore } from '../../../../lib/store.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { orderRows } from '../../../grid/order.ts'
import { needsCity } from '../../../report-choice/report-address.ts'
import { parts } from '../../on-demand.ts'
import { LayoutGrid } from '../LayoutGrid.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { MarketBar } from '../MarketBar.tsx'
import { NONE_UNSURE } from '../PriceMarks.tsx'
import { CompetitorsChip, QuickFilterChips, QuickFilterNote } from '../QuickFilters.tsx'
import { clientListOrder, narrowed } from '../quick-filters.ts'
import { ALL_CITIES } from '../row-prices.ts'
import { usePageMarket } from '../usePageMarket.ts'
import { GroupsOfPage, useRowGroups, useSameRows } from '../useRowGroups.tsx'
import { marketColumns } from './market-columns.tsx'
import './market-table.css'

const legendWith = (isUnsure: boolean) => (
  <p className="table-legend">
    <span className="site-lowest" aria-hidden="true">
      ▾
    </span>{' '}
    самая низкая{' '}
    <span className="site-highest" aria-hidden="true">
      ▴
    </span>{' '}
    самая высокая{' '}
    <span className="site-out text-muted" aria-hidden="true">
      ○
    </span>{' '}
    нет в наличии{' '}
    {isUnsure && (
      <>
        <span className="site-unsure" aria-hidden="true">
          ≈
        </span>{' '}
        сопоставлено неуверенно{' '}
      </>
    )}
    · отклонение нашей цены — от медианы без нас · цены без копеек
  </p>
)
const [LEGEND, UNSURE_LEGEND] = [legendWith(false), legendWith(true)]

/** Market layout: a row per tyre with all sites' prices in one city side by side (specification 17.3). */
export function MarketTable(props: LayoutProps) {
  const { report, data, extra, onView, tools } = props
  const coloured = useStore(preferences.marketColours)
  const { cities, page, of, compared, reportKind, wished, fixed, chooseCity } = usePageMarket(props)
  const [unsure, setUnsure] = useState(NONE_UNSURE)
  const columns = useMemo(
    (): GridColumn[] =>
      marketColumns({ report, rows: data.rows, page, of, reportKind, coloured, unsure, extra }),
    [report, data.rows, page, of, reportKind, coloured, unsure, extra],
  )
  const { order, only } = clientListOrder(props)
  const groups = useRowGroups(
    'market',
    props,
    useMemo(
      () => orderRows(narrowed(data.rows, of, only), columns, order),
      [data.rows, of, only, columns, order],
    ),
    of,
  )
  const rows = useSameRows(groups.rows)
  return (
    <>
      {tools &&
        createPortal(
          <MarketBar
            cities={cities}
            all={!needsCity(report)}
            page={page}
            wished={wished}
            filters={
              <>
                <QuickFilterChips {...props} onChange={(next) => onView({ only: next, ...fixed })} />
                <CompetitorsChip {...props} />
              </>
            }
            onCity={chooseCity}
            onKind={(kind) => onView({ kind })}
          />,
          tools,
        )}
      <parts.UnsureMatches rows={data.rows} onScores={setUnsure} />
      <QuickFilterNote layout={props} shown={rows.length} />
      {groups.isOfPage && <GroupsOfPage />}
      <LayoutGrid
        name="market"
        layout={props}
        columns={columns}
        rows={rows}
        groups={groups}
        label={`Рынок, ${page.city ?? ALL_CITIES}`}
        compared={compared}
        legend={unsure.size > 0 ? UNSURE_LEGEND : LEGEND}
        className="table-place market-place"
        fixed={fixed}
      />
    </>
  )
}
