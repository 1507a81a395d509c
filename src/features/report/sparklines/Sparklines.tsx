import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { SparkLine } from '../../../../contract/tyre/history-answer.ts'
import { tyreKey } from '../../../../contract/tyre/tyre-key.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { Sparkline } from '../../market/spark/Sparkline.tsx'
import { growthOf, sparkText } from '../../market/spark/spark-text.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import { sparklinesQuery } from './sparkline-query.ts'
import './sparklines.css'

interface SparklinesProps {
  choice: ReportChoice
  rows: readonly ReportRow[]
  /** receives the column of charts; null while no charts are displayed */
  onColumn(column: GridColumn | null): void
}

const NOTHING: SparkLine = { prices: [], mixed: false }

/**
 * Checkbox for a column with charts of the last 30 days' prices (specification 4.29). Renders nothing if the server has
 * no history.
 */
export function Sparklines({ choice, rows, onColumn }: SparklinesProps) {
  const offered = useQuery(companionQuery).data?.offers.includes('history') === true
  const wanted = useStore(preferences.sparklines)
  const { priceType, filters, date } = choice
  const keys = useMemo(() => rows.map(({ specs }) => tyreKey(specs)), [rows])
  const shown = offered && wanted
  const { data, isError, isFetching, refetch } = useQuery({
    ...sparklinesQuery({
      keys,
      kind: priceType === 'opt' ? 'wholesale' : 'retail',
      city: filters.city ?? '',
      date,
    }),
    enabled: shown,
    // The column stays mounted while the charts of another page load.
    placeholderData: (before) => before,
  })
  const column = useMemo((): GridColumn | null => {
    if (!shown || !data) return null
    const of = ({ specs }: ReportRow) => data.get(tyreKey(specs)) ?? NOTHING
    return {
      id: 'sparkline',
      label: 'Медиана за 30 дней',
      kind: 'text',
      group: { city: '', site: '', warehouse: '' },
      cell: (row) => sparkText(of(row)),
      draw: (row) => <Sparkline line={of(row)} />,
      sortBy: (row) => growthOf(of(row)),
    }
  }, [shown, data])
  useEffect(() => onColumn(column), [column, onColumn])
  if (!offered) return null
  return (
    <div className="sparklines">
      <label>
        <input
          type="checkbox"
          checked={wanted}
          onChange={({ target }) => preferences.sparklines.set(target.checked)}
        />
        Графики за 30 дней
      </label>
      <span role="status">{shown && isFetching && 'Загрузка графиков...'}</span>
      {shown && isError && !isFetching && (
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
