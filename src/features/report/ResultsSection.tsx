import { type ReactNode, type RefObject, useState } from 'react'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { FreshnessLine } from '../freshness/FreshnessLine.tsx'
import type { GridColumn } from '../grid/grid-column.ts'
import type { CardLink } from '../report-choice/displayed-table.ts'
import type { ReportChoice } from '../report-choice/report-address.ts'
import { LayoutSwitch, LookChoice, MarketHint } from './layouts/LayoutChoice.tsx'
import { parts } from './on-demand.ts'
import { Results } from './Results.tsx'
import { Sparklines } from './sparklines/Sparklines.tsx'
import type { ReportState } from './useReportState.ts'
import type { ReportTable } from './useReportTable.ts'

interface ResultsSectionProps {
  state: ReportState
  section: RefObject<HTMLElement | null>
  card: CardLink
  /** opens the decisions for the rows' prices */
  decide: ReactNode
  /** column with charts of the price history, if it is displayed */
  sparklines: GridColumn | null
  onSparklines(column: GridColumn | null): void
}

/** Section 'Результаты': its heading with the tools, and the table of the applied choice. */
export function ResultsSection({ state, section, card, decide, ...charts }: ResultsSectionProps) {
  const { choice } = state
  return (
    <section ref={section} className="results" aria-labelledby="results-heading" tabIndex={-1}>
      {choice ? (
        <AppliedResults state={state} choice={choice} card={card} decide={decide} {...charts} />
      ) : (
        <>
          <div className="results-head">
            <Heading />
          </div>
          <p className="results-note">Нажмите «Применить», чтобы увидеть таблицу.</p>
        </>
      )}
      <CompetitorsAnnouncer competitors={state.view.competitors} />
      <PageAnnouncer table={choice && state.table} />
    </section>
  )
}

/** Heading for screen readers: the rows say themselves what they are. */
const Heading = () => (
  <h2 id="results-heading" className="visually-hidden">
    Результаты
  </h2>
)

interface AppliedResultsProps extends Omit<ResultsSectionProps, 'section'> {
  choice: ReportChoice
}

function AppliedResults({ state, choice, card, decide, sparklines, onSparklines }: AppliedResultsProps) {
  const { table, layout, phone, apply, chooseLayout } = state
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const rows = table.data?.rows
  const freshness = <FreshnessLine day={choice.date} choice={choice} {...(phone && { only: 'complete' })} />
  return (
    <>
      <div className="results-head">
        <Heading />
        <Toolbar label="Вид результатов">
          <LayoutSwitch layout={layout} phone={phone} onChange={chooseLayout} />
          {table.shown && decide}
          {/* The following load later: before the others they would move those from under a click. */}
          <div ref={setTools} className="results-tools contents" />
          {layout !== 'list' && <LookChoice layout={layout} />}
        </Toolbar>
        {/* Outside of the toolbar, which may hide it: it reports a failure. */}
        {layout !== 'list' && table.shown && rows && (
          <Sparklines
            choice={choice}
            rows={rows}
            layout={layout}
            competitors={state.view.competitors}
            tools={tools}
            onColumn={onSparklines}
          />
        )}
      </div>
      {state.refusedSets && <parts.RefusedSets untaken={state.refusedSets} />}
      {choice.compare !== '' && (
        <parts.CompareBar choice={choice} counts={table.data?.counts} onApply={apply} />
      )}
      {choice.filters.city && layout === 'table' && !state.isLayoutChosen && (
        <MarketHint onShow={() => chooseLayout('market')} onRefuse={() => chooseLayout('table')} />
      )}
      <Results {...{ state, choice, card, tools }} extra={sparklines} freshness={!phone && freshness} />
      {/* Above, it would take the place of the first tyre; late sites are beside the filters. */}
      {phone && table.data && freshness}
    </>
  )
}

/** Announces the compared competitors (specification 17.11); mounted before, as screen readers need it. */
function CompetitorsAnnouncer({ competitors }: { competitors: Competitors | null }) {
  const [announced, setAnnounced] = useState({ competitors, words: '' })
  if (announced.competitors !== competitors) {
    const words = competitors
      ? 'Цены конкурентов, которых нет в наличии, не считаются.'
      : 'Считаются цены всех конкурентов.'
    setAnnounced({ competitors, words })
  }
  return (
    <p className="visually-hidden" role="status">
      {announced.words}
    </p>
  )
}

const number = new Intl.NumberFormat('ru-RU')

/** Announces the loaded rows to screen readers. Always mounted, like CompetitorsAnnouncer. */
function PageAnnouncer({ table }: { table: ReportTable | null }) {
  return (
    <p className="visually-hidden" role="status">
      {table && words(table)}
    </p>
  )
}

function words({ data, shown, stale, page, rowOffset }: ReportTable): string {
  if (!data || !shown || stale) return ''
  const { totalPages, totalRows, rows } = data
  const place =
    totalPages === null ? `Показана ${page}-я страница` : `Показана ${page}-я страница из ${totalPages}`
  if (rowOffset === null) return `${place}, строк: ${number.format(rows.length)}.`
  const stretch = `${number.format(rowOffset + 1)}–${number.format(rowOffset + rows.length)}`
  return totalRows === null
    ? `${place}, строки ${stretch}.`
    : `${place}, строки ${stretch} из ${number.format(totalRows)}.`
}
