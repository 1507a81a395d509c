import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { Choice } from '../../ui/Choice.tsx'
import { codeChunk, lazyPart } from '../../ui/code-chunk.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MOST_ENDS } from './chart-lines.ts'
import { DaysTable } from './DaysTable.tsx'
import { HistoryLegend } from './HistoryLegend.tsx'
import { HistoryNumbers } from './HistoryNumbers.tsx'
import { type DayRange, knownDays, RANGES } from './history.ts'
import { useHistoryView } from './useHistoryView.ts'
// The chart's styles are imported here and not by its chunk, where they would be one more file to store offline.
import './chart/chart.css'

const HistoryChart = lazyPart(
  codeChunk(() => import('./chart/HistoryChart.tsx')),
  (code) => code.default,
  <Loading text="Загрузка графика..." />,
)

const ZOOMS = [
  { name: 'Приблизить', sign: '+', factor: 0.5 },
  { name: 'Отдалить', sign: '−', factor: 2 },
] as const

/**
 * Chart of a history, with its legend and tables.
 * @param from day of the first price, YYYY-MM-DD
 */
export function HistoryView({ history, from }: { history: TyreHistory; from: string }) {
  const view = useHistoryView(history, from)
  const hasEnds = view.lines.length <= MOST_ENDS
  return (
    <>
      <div className="flex flex-wrap items-center gap-8">
        <Choice<DayRange | 'own'>
          label="За сколько дней"
          options={RANGES}
          value={view.range ?? 'own'}
          onChange={(value) => {
            if (value !== 'own') view.selectRange(value)
          }}
        />
        <div className="tyre-zoom">
          {ZOOMS.map(({ name, sign, factor }) => (
            <button
              key={name}
              type="button"
              className="icon-button"
              aria-label={name}
              title={name}
              onClick={() => view.zoom(factor)}
            >
              {sign}
            </button>
          ))}
        </div>
      </div>
      <div className="tyre-chart-place">
        <HistoryChart
          from={from}
          lines={view.lines}
          hasEnds={hasEnds}
          span={view.span}
          cursor={view.cursor}
          onSpan={view.selectSpan}
          onCursor={view.moveCursor}
          onZoom={view.zoom}
          label="График цен. Стрелки влево и вправо — дни, плюс и минус — масштаб."
        />
      </div>
      <p className="tyre-readout">{view.readout}</p>
      {view.outNote !== null && <p className="text-13 text-muted">{view.outNote}</p>}
      {view.changesNote !== null && <p className="text-13 text-muted">{view.changesNote}</p>}
      <p className="visually-hidden" role="status">
        {view.announcement}
      </p>
      <HistoryLegend
        sites={history.sites}
        hasOwn={view.hasOwn}
        hasEnds={hasEnds}
        shown={view.sites}
        onShow={view.showSite}
      />
      <HistoryNumbers from={from} lines={view.named} />
      <DaysTable history={history} from={from} days={knownDays(history, view.span)} lines={view.named} />
    </>
  )
}
