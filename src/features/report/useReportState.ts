import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { REPORTS, type Report, type ReportId } from '../../../contract/reports/reports.ts'
import { allReportPages } from '../../data/report-queries.ts'
import { saveLastReport } from '../report-choice/last-report.ts'
import {
  needsOffers,
  type ReportChoice,
  readPageNumber,
  writeAddress,
} from '../report-choice/report-address.ts'
import { type Layout, type View, withView } from '../report-choice/view.ts'
import { useFormChoice, useOnceReady } from './filters/useFormChoice.ts'
import { useLayout, useListOrder } from './layouts/useLayout.ts'
import { tablePageQuery } from './page-query.ts'
import { useAddressedChoice, useOfferedChoice } from './useAddressedChoice.ts'
import { useReportTable } from './useReportTable.ts'

export type ReportState = ReturnType<typeof useReportState>

/** State of a report. Every change goes through the address, so that a copied link shows the same table. */
export function useReportState(id: ReportId) {
  const report: Report = REPORTS[id]
  const queries = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const { layout, isChosen, phone, ...viewed } = useLayout(id, query, setQuery)
  const { addressed, isDayKnown, defaultDay } = useAddressedChoice(report, query, setQuery)
  const { choice, known } = useOfferedChoice(addressed)
  const { offered, arrange, isKnown } = useListOrder(report, choice)
  const arranged = useMemo(
    () => arrange(choice, layout, viewed.addressed),
    [arrange, choice, layout, viewed.addressed],
  )
  // Order and filters by the server change with its rows; what the prices are compared by changes at once.
  const { order, only } = offered ? viewed.addressed : viewed.view
  const view = { ...viewed.view, order, only }
  // With the layout that the device remembers, so that a copied link shows the same.
  const chosenView = { ...view, layout: isChosen ? layout : null }

  const run = choice ? writeAddress(report, choice).toString() : ''
  const form = useFormChoice(report, choice, run, defaultDay)
  const [applications, setApplications] = useState(0)
  const isSettled = known && isDayKnown && isKnown(layout, viewed.addressed)
  const table = useReportTable(
    report,
    isSettled ? choice : null,
    arranged,
    readPageNumber(query),
    `${applications} ${run} ${arranged.join(' ')}`,
  )

  // A table without rows is nothing to come back to.
  const isWorthReopening = table.error !== null || (table.shown && !table.stale)
  const reopened = choice && isDayKnown && isWorthReopening ? query : null
  useEffect(() => {
    if (reopened) saveLastReport(id, reopened, defaultDay)
  }, [id, reopened, defaultDay])

  // Another page and other filters keep the view.
  const show = (address: URLSearchParams) => setQuery(withView(address, chosenView))

  // Specification 4.9: Apply resets the table and its counts, then loads page 1.
  const apply = (next: ReportChoice) => {
    const first = tablePageQuery(report, next, arrange(next, layout, chosenView), 1)
    queries.removeQueries({ ...allReportPages, type: 'inactive' })
    if (queries.getQueryState(first.queryKey)) void queries.resetQueries(allReportPages)
    // In the same transition as the router's change of address, so that a new run does not begin with the old page.
    startTransition(() => setApplications(applications + 1))
    show(writeAddress(report, next))
    // After the change of address, because the worker distinguishes reports that share a list by it.
    const isComplete = !needsOffers(next) && isKnown(layout, chosenView)
    if (isComplete) void queries.prefetchQuery(first)
  }
  const submit = useOnceReady(form.isDayKnown, () => {
    form.onApply()
    apply(form.chosen)
  })

  /** Returns whether the server would send other rows, which begin at page 1. */
  const needsOtherRows = (next: Layout, change: Partial<View>) => {
    const changed = { ...view, ...change }
    return !isKnown(next, changed) || arrange(choice, next, changed).join(' ') !== arranged.join(' ')
  }

  return {
    id,
    report,
    query,
    /** null if nothing is applied */
    choice,
    /** key of the applied choice; '' if nothing is applied */
    run,
    /** number of times that 'Применить' was pressed */
    applications,
    awaitsRows: choice !== null && (table.loading || (table.data === undefined && table.error === null)),
    /** filters with several values, if the server does not accept them */
    refusedSets: known && addressed?.sets !== choice?.sets ? (addressed?.sets ?? null) : null,
    form,
    submit,
    table,
    layout,
    /** a person has chosen the layout, or a link names it */
    isLayoutChosen: isChosen,
    phone,
    view,
    chosenView,
    /** the server sorts and filters rows */
    offered,
    apply,
    goToPage(page: number) {
      if (choice) show(writeAddress(report, choice, page))
    },
    changeView: (change: Partial<View>) => viewed.changeView(change, needsOtherRows(layout, change)),
    chooseLayout: (next: Layout) => viewed.choose(next, needsOtherRows(next, {})),
  }
}
