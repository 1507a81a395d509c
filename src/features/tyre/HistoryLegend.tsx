import type { CSSProperties } from 'react'
import type { SiteHistory } from '../../../contract/tyre/history-answer.ts'
import { DASHES, lookOf } from './chart-lines.ts'

interface HistoryLegendProps {
  /** all sites of the history, in its order */
  sites: readonly SiteHistory[]
  /** whether the chart has a line of the own price */
  hasOwn: boolean
  /** whether the chart labels the ends of its lines where it is wide enough; the legend then only has the checkboxes */
  hasEnds: boolean
  /** competitors whose lines are displayed */
  shown: ReadonlySet<string>
  onShow(site: string, isShown: boolean): void
}

/** Legend of the chart; its checkboxes show and hide the competitors' lines. */
export function HistoryLegend({ sites, hasOwn, hasEnds, shown, onShow }: HistoryLegendProps) {
  return (
    <fieldset className={hasEnds ? 'tyre-legend tyre-with-ends' : 'tyre-legend'}>
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
