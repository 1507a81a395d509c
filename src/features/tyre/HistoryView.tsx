import './chart/chart.css'
import type { CSSProperties } from 'react'
import type { SiteHistory, TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { Choice } from '../../ui/Choice.tsx'
import { codeChunk, lazyPart } from '../../ui/code-chunk.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { DASHES, lookOf, MAX_ENDS } from './chart-lines.ts'
import { DaysTable, HistoryNumbers } from './HistoryTables.tsx'
import { type DayRange, knownDays, RANGES } from './history.ts'
import { useHistoryView } from './useHistoryView.ts'

// The chart's styles are imported here and not by its chunk, where they would be one more file to store offline.

const HistoryChart = lazyPart(
  codeChunk(() => import('./chart/HistoryChart.tsx')),
  (code) => code.default,
  <Loading text="Загрузка графика..." />,
)

const ZOOMS = [
  { name: 'Приблизить', sign: '+', factor: 0.5 },
  { name: 'Отдалить', sign: '−', factor: 2 },
] as const

/** Chart of a history, with its legend and tables. @param from day of the first price, YYYY-MM-DD */
export function HistoryView({ history, from }: { history: TyreHistory; from: string }) {
  const view = useHistoryView(history, from)
  const hasEnds = view.lines.length <= MAX_ENDS
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
        <div className="tyre-zoom flex gap-4">
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

interface HistoryLegendProps {
  /** all sites of the history, in its order */
  sites: readonly SiteHistory[]
  hasOwn: boolean
  /** whether the chart labels the ends of its lines where it is wide enough; the legend then only has the checkboxes */
  hasEnds: boolean
  /** competitors whose lines are displayed */
  shown: ReadonlySet<string>
  onShow(site: string, isShown: boolean): void
}

/** Legend of the chart; its checkboxes show and hide the competitors' lines. */
function HistoryLegend({ sites, hasOwn, hasEnds, shown, onShow }: HistoryLegendProps) {
  return (
    <fieldset
      className={
        hasEnds
          ? 'tyre-legend flex flex-wrap m-0 text-13 tyre-with-ends'
          : 'tyre-legend flex flex-wrap m-0 text-13'
      }
    >
      <legend className="visually-hidden">Линии</legend>
      <span className="tyre-legend-line inline-flex items-center gap-6 text-muted">
        <Swatch look={0} /> Медиана, полоса — от минимума до максимума
      </span>
      {hasOwn && (
        <span className="tyre-legend-line inline-flex items-center gap-6 text-muted">
          <Swatch look={1} /> Наша цена
        </span>
      )}
      {sites.map(({ site, own }, index) =>
        own ? null : (
          <label key={site}>
            <input
              type="checkbox"
              checked={shown.has(site)}
              onChange={({ target }) => onShow(site, target.checked)}
            />
            <Swatch look={lookOf(index)} />
            {site}
          </label>
        ),
      )}
    </fieldset>
  )
}

function Swatch({ look }: { look: number }) {
  return (
    <svg
      className="tyre-swatch"
      viewBox="0 0 26 8"
      aria-hidden="true"
      style={{ '--swatch': `var(--chart-${look})` } as CSSProperties}
    >
      <line x1="0" y1="4" x2="26" y2="4" strokeDasharray={DASHES[look]?.join(' ')} />
    </svg>
  )
}
