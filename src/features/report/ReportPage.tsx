import { useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'react-router-dom'
import { REPORTS, type Report, type ReportId } from '../../../contract/reports/reports.ts'
import { NOT_ARRANGED } from '../../data/arranged.ts'
import { dropAhead } from '../../data/list-ahead.ts'
import { allReportPages, type ListRequest, listPath } from '../../data/report-queries.ts'
import { useLater } from '../../pwa/useLater.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { useFitsWindow } from '../../ui/useFitsWindow.ts'
import { useFocusWithin } from '../../ui/useFocusWithin.ts'
import type { GridColumn } from '../grid/grid-column.ts'
import {
  listRequest,
  type ReportChoice,
  readPageNumber,
  writeAddress,
} from '../report-choice/report-address.ts'
import type { CardLink, ShownTable } from '../report-choice/shown-table.ts'
import { type Layout, type View, withView } from '../report-choice/view.ts'
import { FiltersForm } from './filters/FiltersForm.tsx'
import { useFormChoice } from './filters/useFormChoice.ts'
import { useOnceReady } from './filters/useOnceReady.ts'
import { askApplied } from './first-page.ts'
import { LayoutSwitch } from './layouts/LayoutSwitch.tsx'
import { MarketHint } from './layouts/MarketHint.tsx'
import { useArranged } from './layouts/useArranged.ts'
import { loadColumnParts } from './layouts/useGridColumns.tsx'
import { useLayout } from './layouts/useLayout.ts'
import { PageAnnouncer } from './PageAnnouncer.tsx'
import { loadNextPageAhead, Results } from './Results.tsx'
import { SaveButton } from './save-report/SaveButton.tsx'
import { useSaveReport } from './save-report/useSaveReport.ts'
import { useOfferedChoice } from './search/useOfferedChoice.ts'
import { useAddressedChoice } from './useAddressedChoice.ts'
import { useCodeOfRows } from './useCodeOfRows.ts'
import { useDownload } from './useDownload.ts'
import { useLastReport } from './useLastReport.ts'
import { useReportTable } from './useReportTable.ts'
import './layouts/layouts.css'
import './reports.css'

export { askFirstPage } from './first-page.ts'

/*
 * Each part that appears with the rows has a Suspense boundary of its own that mounts with it: a transition, such as
 * that of 'Применить', waits for the code
 * of parts inside a mounted boundary, and would delay the list request until then.
 */
/** Rendered for the companion server only. */
const loadFreshness = () => import('../freshness/FreshnessLine.tsx')
const FreshnessLine = lazy(loadFreshness)
/** Rendered for the companion server only. */
const loadSparklines = () => import('./sparklines/Sparklines.tsx')
const Sparklines = lazy(loadSparklines)
/** Loaded on demand: few tables are empty. */
const EmptyHint = lazy(() => import('./empty/EmptyHint.tsx'))
const CompareBar = lazy(() => import('./compare/CompareBar.tsx'))
/** Loaded after the table, which does not depend on it. */
const loadDownloadStatus = () => whenIdle().then(() => import('./DownloadStatus.tsx'))
const COME_WITH_ROWS = [loadFreshness, loadSparklines, loadColumnParts, loadNextPageAhead]
/** Loaded on demand: few reports are saved. */
const SaveStatus = lazy(() => import('./save-report/SaveStatus.tsx'))
const ViewExportDialog = lazy(() => import('./export/ViewExportDialog.tsx'))
const SaveView = lazy(() => import('./save-view/SaveView.tsx'))
/** Loaded on demand: few reports result from a search. */
const ChoiceNotes = lazy(() => import('./search/ChoiceNotes.tsx'))

export interface ReportPageProps {
  id: ReportId
  /** receives the table, for the cards of its tyres */
  card: CardLink
  /** the card of a tyre, beside the table */
  panel: ReactNode
  /** the dialog that decides the prices of the table */
  decide: ReactNode
  /** loads the code of the decisions */
  loadDecide(): Promise<unknown>
}

/** Path of the first page. Reports that differ only in their percents share it. */
const callOf = (request: Omit<ListRequest, 'arranged'>) => listPath({ ...request, arranged: NOT_ARRANGED }, 1)

/** Page of all thirteen reports, which differ only in their row of contract/reports/reports.ts. */
export default function ReportPage({ id, card, panel, decide, loadDecide }: ReportPageProps) {
  const report: Report = REPORTS[id]
  const [query, setQuery] = useSearchParams()
  const [applications, setApplications] = useState(0)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [viewSaving, setViewSaving] = useState(0)
  const [fileOf, setFileOf] = useState<ShownTable | null>(null)
  const onScreen = useRef<ShownTable>(null)
  const [hasTable, setHasTable] = useState(false)
  const [sparklines, setSparklines] = useState<GridColumn | null>(null)
  const queries = useQueryClient()
  const download = useDownload()
  const downloadButton = useRef<HTMLButtonElement>(null)
  const DownloadStatus = useLater(loadDownloadStatus)
  /**
   * Moves the focus from a removed progress line to the button, unless the button is folded away with the filters.
   */
  const keepFocus = () => {
    const button = downloadButton.current
    const isShown = button !== null && button.getClientRects().length > 0
    ;(isShown ? button : results.current)?.focus()
  }
  useDocumentTitle(report.title)
  useFitsWindow('report')

  const { layout, isChosen, phone, ...shown } = useLayout(id, query, setQuery)
  const { addressed, isDayKnown, defaultDay } = useAddressedChoice(report, query, setQuery)
  const { choice, known } = useOfferedChoice(addressed)
  // Only the companion server accepts several values per filter.
  const untaken = known && addressed?.sets !== choice?.sets && addressed?.sets
  const arranging = useArranged(report, choice)
  const { of: arrangedBy } = arranging
  const arranged = useMemo(() => arrangedBy(layout, shown.addressed), [arrangedBy, layout, shown.addressed])
  // The server's sort and filters change with its rows; the compared city and kind change at once.
  const { order, only } = arranging.offered ? shown.addressed : shown.view
  const view = { ...shown.view, order, only }
  const page = readPageNumber(query)
  useLastReport(id, choice && isDayKnown ? query : null, defaultDay)
  const run = choice ? writeAddress(report, choice).toString() : ''
  const save = useSaveReport(run)
  const form = useFormChoice(report, choice, run, defaultDay)
  const isSettled = known && isDayKnown && arranging.isKnown(shown.addressed)
  const table = useReportTable(
    report,
    isSettled ? choice : null,
    arranged,
    page,
    `${applications} ${run} ${arranged.join(' ')}`,
  )
  // The file contains the displayed table, even if the form has changed since.
  const meant = choice && table.shown ? choice : form.chosen
  const results = useRef<HTMLElement>(null)
  useFocusWithin(results)
  useCodeOfRows(choice !== null, layout, COME_WITH_ROWS, loadDecide)

  const { onTable } = card
  const tellTable = useCallback(
    (shownTable: ShownTable | null) => {
      onScreen.current = shownTable
      setHasTable(shownTable !== null)
      onTable(shownTable)
    },
    [onTable],
  )

  // Includes the layout that the device remembers, so that a copied link opens the same view.
  const chosenView = { ...view, layout: isChosen ? layout : null }
  // Another page or other filters keep the current view.
  const show = (address: URLSearchParams) => setQuery(withView(address, chosenView))

  // Apply resets the table and its counts, then loads page 1 (specification 4.9).
  const apply = (next: ReportChoice) => {
    const address = writeAddress(report, next)
    queries.removeQueries({ ...allReportPages, type: 'inactive' })
    const isSameList =
      choice !== null &&
      page === 1 &&
      callOf(listRequest(report, next)) === callOf(listRequest(report, choice))
    if (isSameList) {
      dropAhead()
      void queries.resetQueries(allReportPages)
    }
    // In the same transition as the router's change of address, so that a new result set does not start with the old
    // page.
    startTransition(() => setApplications(applications + 1))
    show(address)
    // Once the address is the report's, by which the worker knows which of those that share a list it is.
    if (!isSameList) askApplied(id, withView(address, chosenView))
  }
  const submit = useOnceReady(form.isDayKnown, () => {
    form.onApply()
    apply(form.chosen)
  })
  // A change in the server's sort or quick filters is another list, which starts at page 1.
  const isOther = (next: Layout, change: Partial<View>) => {
    const changed = { ...view, ...change }
    return !arranging.isKnown(changed) || arranging.of(next, changed).join(' ') !== arranged.join(' ')
  }
  const changeView = (change: Partial<View>) => shown.changeView(change, isOther(layout, change))
  const choose = (next: Layout) => shown.choose(next, isOther(next, {}))
  const go = (next: number) => {
    if (choice) show(writeAddress(report, choice, next))
  }

  // On a phone everything above the tyres folds, so that the first tyre is on the first screen.
  const folds = phone && choice !== null && layout !== 'table'
  const freshness = choice && (
    <Suspense>
      <FreshnessLine day={choice.date} choice={choice} />
    </Suspense>
  )

  return (
    <div className={panel ? 'report report-with-card' : 'report'} data-folds={folds}>
      <FiltersForm
        report={report}
        form={form}
        run={run}
        folds={folds}
        downloading={download.downloading}
        downloadButton={downloadButton}
        moreActions={
          choice && (
            <>
              <Button
                variant="quiet"
                blocked={!hasTable}
                data-palette="файл xlsx excel csv рынок список столбцы"
                onClick={() => setFileOf(onScreen.current)}
              >
                Скачать как на экране
              </Button>
              <SaveButton
                saving={save.progress !== undefined}
                onSave={() => save.start(listRequest(report, meant))}
              />
              <Button data-palette="мои отчёты" onClick={() => setViewSaving(viewSaving + 1)}>
                Сохранить вид
              </Button>
            </>
          )
        }
        awaitsDay={submit.isWaiting}
        onApply={submit.run}
        onDownload={() => void download.start(report, meant)}
      />
      {download.problem !== null && (
        <Alert
          onDismiss={download.dismiss}
          action={
            download.createFromSaved && (
              <Button
                variant="quiet"
                onClick={() => {
                  // The alert disappears together with its button.
                  keepFocus()
                  void download.createFromSaved?.()
                }}
              >
                Сделать файл из сохранённого
              </Button>
            )
          }
        >
          {download.problem}
        </Alert>
      )}
      {download.note !== null && (
        <Alert tone={download.note.tone} onDismiss={download.dismiss}>
          {download.note.text}
        </Alert>
      )}
      <p className="visually-hidden" role="status">
        {download.received === null ? download.said : 'Файл скачивается.'}
      </p>
      <div className="progress-lines">
        {DownloadStatus && download.received !== null && (
          <DownloadStatus
            received={download.received}
            name={download.name}
            onCancel={download.cancel}
            onFocusLost={keepFocus}
          />
        )}
        <Suspense>
          {(save.progress || save.message) && (
            <SaveStatus save={save} onFocusLost={() => results.current?.focus()} />
          )}
        </Suspense>
      </div>
      <Suspense>
        {fileOf && (
          <ViewExportDialog
            id={id}
            layout={layout}
            view={view}
            table={fileOf}
            drawn={sparklines !== null}
            onClose={() => setFileOf(null)}
          />
        )}
        {viewSaving > 0 && choice && (
          <SaveView
            key={viewSaving}
            id={id}
            choice={choice}
            query={query}
            view={chosenView}
            layout={layout}
            onEnd={() => setViewSaving(0)}
          />
        )}
      </Suspense>
      <section ref={results} className="results" aria-labelledby="results-heading" tabIndex={-1}>
        <div className="results-head">
          <h2 id="results-heading">Результаты</h2>
          {choice && <LayoutSwitch layout={layout} phone={phone} onChange={choose} />}
          {choice && table.data && table.data.rows.length > 0 && decide}
          {/* The controls from here on may load late: before the others they would shift them under a click. */}
          <div ref={setTools} className="results-tools" />
          {choice && layout !== 'list' && table.shown && table.data && (
            <Suspense>
              <Sparklines choice={choice} rows={table.data.rows} onColumn={setSparklines} />
            </Suspense>
          )}
          {!phone && freshness}
        </div>
        {choice && (choice.search !== '' || untaken) && (
          <Suspense>
            <ChoiceNotes
              search={choice.search}
              untaken={untaken || {}}
              onRemove={() => apply({ ...choice, search: '' })}
            />
          </Suspense>
        )}
        {choice && choice.compare !== '' && (
          <Suspense>
            <CompareBar choice={choice} counts={table.data?.counts} onApply={apply} />
          </Suspense>
        )}
        <PageAnnouncer table={choice && table} />
        {choice?.filters.city && layout === 'table' && !isChosen && (
          <MarketHint onShow={() => choose('market')} onRefuse={() => choose('table')} />
        )}
        {choice ? (
          <Results
            report={report}
            choice={choice}
            table={table}
            onGo={go}
            extra={sparklines}
            card={{ ...card, onTable: tellTable }}
            layout={layout}
            offered={arranging.offered}
            view={view}
            onView={changeView}
            phone={phone}
            tools={tools}
            emptyHint={
              <Suspense>
                <EmptyHint
                  asks={table.empty && choice.search === ''}
                  report={report}
                  choice={choice}
                  emptied={table.emptied}
                  onApply={apply}
                />
              </Suspense>
            }
          />
        ) : (
          <p className="results-note">Нажмите «Применить», чтобы увидеть таблицу.</p>
        )}
        {/* Above the list it would displace the first tyre. */}
        {phone && freshness}
      </section>
      {panel}
    </div>
  )
}
