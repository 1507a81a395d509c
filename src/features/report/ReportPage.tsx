import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ReportId } from '../../../contract/reports/reports.ts'
import { whenFree } from '../../lib/when-idle.ts'
import { lazyPart } from '../../ui/code-chunk.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { useFitsWindow } from '../../ui/useFitsWindow.ts'
import { useFocusWithin } from '../../ui/useFocusWithin.ts'
import type { GridColumn } from '../grid/grid-column.ts'
import type { CardLink, DisplayedTable } from '../report-choice/displayed-table.ts'
import { extras, parts } from './on-demand.ts'
import { layouts, tablePageQuery } from './page-query.ts'
import { ReportToolbar } from './ReportToolbar.tsx'
import { ResultsSection } from './ResultsSection.tsx'
import { useSaveReport } from './save-report/useSaveReport.ts'
import { useReportState } from './useReportState.ts'
import './layouts/layouts.css'
import './reports.css'

export { prefetchFirstPage } from './page-query.ts'

const PrintedReport = lazyPart(layouts, (code) => code.PrintedReport)

export interface ReportPageProps {
  id: ReportId
  /** receives the displayed table, for the cards of its tyres */
  card: CardLink
  /** card of a tyre, beside the table */
  panel: ReactNode
  /** the dialog that decides the prices of the table */
  decide: ReactNode
  /** loads its code */
  preloadDecide(): Promise<unknown>
}

/** One page for all thirteen reports, which differ only in their row of contract/reports/reports.ts. */
export function ReportPage({ id, card, panel, decide, preloadDecide }: ReportPageProps) {
  const state = useReportState(id)
  const { report, choice, query, layout, phone, table, view, chosenView } = state
  const save = useSaveReport(state.run)
  const results = useRef<HTMLElement>(null)
  const displayed = useRef<DisplayedTable>(null)
  const [exported, setExported] = useState<DisplayedTable | null>(null)
  /** counter of the opened view dialogs, which resets the dialog's state; 0 while the dialog is closed */
  const [viewSaving, setViewSaving] = useState(0)
  const [printing, setPrinting] = useState(0)
  const [sparklines, setSparklines] = useState<GridColumn | null>(null)
  useDocumentTitle(report.title)
  useFitsWindow('report')
  useFocusWithin(results)

  // In parallel with the rows.
  useEffect(() => {
    if (layout !== 'table') void layouts.preload()
  }, [layout])

  // While the person chooses filters, so that the rows need no more code.
  useEffect(() => {
    void whenFree().then(() => Promise.all([extras.preload(), preloadDecide()]))
  }, [preloadDecide])

  const queries = useQueryClient()
  const readPage = useCallback(
    (table: DisplayedTable, page: number) =>
      queries.fetchQuery(tablePageQuery(table.report, table.choice, table.arranged, page)),
    [queries],
  )

  const { onTable } = card
  const onDisplayed = useCallback(
    (table: DisplayedTable | null) => {
      displayed.current = table
      onTable(table)
    },
    [onTable],
  )

  // On a phone everything above the tyres folds, so that the first of them is on the first screen.
  const folds = phone && choice !== null && layout !== 'table'
  return (
    <div className={panel ? 'report report-with-card' : 'report'} data-folds={folds}>
      <ReportToolbar
        state={state}
        folds={folds}
        section={results}
        onExport={() => setExported(displayed.current)}
        onPrint={() => setPrinting(printing + 1)}
        save={save}
        onSave={() => setViewSaving(viewSaving + 1)}
      />
      {exported && (
        <parts.ViewExportDialog
          {...{ id, layout, view }}
          table={exported}
          // The page has a column with charts, which files do not contain.
          drawn={sparklines !== null}
          onClose={() => setExported(null)}
        />
      )}
      {viewSaving > 0 && choice && (
        <parts.SaveView
          key={viewSaving}
          {...{ id, choice, query, layout }}
          view={chosenView}
          onKeep={save.start}
          onEnd={() => setViewSaving(0)}
        />
      )}
      {table.shown && <PrintedReport view={state} readPage={readPage} table={displayed} wanted={printing} />}
      <ResultsSection
        state={state}
        section={results}
        card={{ ...card, onTable: onDisplayed }}
        decide={decide}
        sparklines={sparklines}
        onSparklines={setSparklines}
      />
      {panel}
    </div>
  )
}
