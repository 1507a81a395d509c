import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { CATALOG_PATHS } from '../../../../contract/paths.ts'
import type { Competitors } from '../../../../contract/reports/competitors.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import {
  type HistoryKind,
  parseSparklines,
  type SparkLine,
} from '../../../../contract/tyre/history-answer.ts'
import { tyreKey } from '../../../../contract/tyre/tyre-key.ts'
import { jsonBody, send } from '../../../data/client.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { httpErrorOf } from '../../../data/errors.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { growthOf, Sparkline, sparkText } from '../../market/spark/Sparkline.tsx'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import './sparklines.css'

interface SparklinesProps {
  choice: ReportChoice
  rows: readonly ReportRow[]
  /** 'Рынок' always has the charts; in the documents' table the person chooses them */
  layout: 'table' | 'market'
  /** the competitors that the layout compares; null for all of them */
  competitors: Competitors | null
  /** container in the toolbar for the switch; null until it is mounted */
  tools: HTMLElement | null
  /** receives the column of charts; null while no charts are displayed */
  onColumn(column: GridColumn | null): void
}

/** Minimum number of days with prices; a line of fewer says nothing, and the names need its width. */
const FEWEST_DAYS = 3
/** Width of the column in px: a chart and the cell's padding. */
const WIDTH = 140
const NOTHING: SparkLine = { prices: [], mixed: false }

/** Column with charts of 30 days (specification 4.29), with its switch and status; only with a server's history. */
export function Sparklines({ choice, rows, layout, competitors, tools, onColumn }: SparklinesProps) {
  const { data: companion, isPending } = useQuery(companionQuery)
  const offers = companion?.offers.includes('history') === true
  // Until the days are known, as nearly always: a column that comes after the rows moves the others.
  const days = useQuery(filterOptionsQuery).data?.dates.length ?? FEWEST_DAYS
  const offered = offers && days >= FEWEST_DAYS
  const isChosen = useStore(preferences.sparklines)
  const wanted = layout === 'market' || isChosen
  const { priceType, filters, date } = choice
  const keys = useMemo(() => rows.map(({ specs }) => tyreKey(specs)), [rows])
  const shown = (offered || isPending) && wanted
  // Not saved on the device: without a network there is nothing to request or to report.
  const requests = !useSession().offline && offered && wanted
  const { data, isError, isFetching, refetch } = useQuery({
    ...sparklinesQuery({
      keys,
      kind: priceType === 'opt' ? 'wholesale' : 'retail',
      city: filters.city ?? '',
      date,
    }),
    enabled: requests,
    // The column stays mounted while the charts of another page load.
    placeholderData: (before) => before,
  })
  // The server counts all competitors, unlike the market's other columns then (specification 17.11).
  const name = competitors && layout === 'market' ? 'Медиана за 30 дней, всех цен' : undefined
  const column = useMemo((): GridColumn | null => {
    // Present before its data, so that nothing moves when they arrive.
    if (!shown) return null
    const of = ({ specs }: ReportRow) => data?.get(tyreKey(specs)) ?? NOTHING
    return {
      id: 'sparkline',
      label: 'Медиана за 30 дней',
      kind: 'text',
      group: { city: '', site: '', warehouse: '' },
      width: () => WIDTH,
      cell: (row) => sparkText(of(row)),
      draw: (row) => <Sparkline line={of(row)} name={name} />,
      sortBy: (row) => growthOf(of(row)),
    }
  }, [shown, data, name])
  // Before the paint, in the same frame as the rows.
  useLayoutEffect(() => {
    onColumn(column)
    return () => onColumn(null)
  }, [column, onColumn])
  if (!offered) return null
  return (
    <div className="sparklines">
      {layout === 'table' &&
        tools &&
        createPortal(
          <button
            type="button"
            className="chip sparklines-switch"
            aria-pressed={wanted}
            onClick={() => preferences.sparklines.set(!wanted)}
          >
            Графики за 30 дней
          </button>,
          tools,
        )}
      <span role="status">{requests && isFetching && 'Загрузка графиков...'}</span>
      {requests && isError && !isFetching && (
        <>
          <span role="alert">Не удалось загрузить графики.</span>
          <Button variant="quiet" onClick={() => void refetch()}>
            Повторить
          </Button>
        </>
      )}
    </div>
  )
}

interface SparklinesRequest {
  /** keys of up to 100 tyres */
  keys: readonly string[]
  kind: HistoryKind
  /** '' for all cities */
  city: string
  /** last of the 30 days, YYYY-MM-DD */
  date: string
}

/** Query for a page's medians of 30 days. Enable it only if the server offers 'history' (specification 14.3). */
function sparklinesQuery(asked: SparklinesRequest) {
  return queryOptions({
    queryKey: ['sparklines', asked],
    queryFn: async ({ signal }) => {
      const response = await send(CATALOG_PATHS.sparklines, { method: 'POST', ...jsonBody(asked), signal })
      if (!response.ok) throw await httpErrorOf(response)
      return parseSparklines(await response.text())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
