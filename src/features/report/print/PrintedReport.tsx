import { type RefObject, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { hasNextPage } from '../../../../contract/reports/paging.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { messageOf } from '../../../data/errors.ts'
import { listen } from '../../../lib/listen.ts'
import { Alert } from '../../../ui/Alert.tsx'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import { PrintedTable, type PrintedView } from './PrintedTable.tsx'
import './printed.css'

interface PrintedReportProps {
  view: PrintedView
  readPage: ReadResultPage
  table: RefObject<DisplayedTable | null>
  /** counter of the requests to print the whole result set; 0 before the first */
  wanted: number
}

interface Printed {
  table: DisplayedTable
  rows: readonly ReportRow[]
  /** whether the rows are those of the displayed page alone */
  isPage: boolean
}

/** Rows on paper (specification 4.34): the page's when the browser prints, all after 'Печать'. */
export function PrintedReport({ view, readPage, table, wanted }: PrintedReportProps) {
  const [printed, setPrinted] = useState<Printed | null>(null)
  const [read, setRead] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const before = () => {
      const { current } = table
      // Rendered at once: the browser prints what the document contains after this event.
      flushSync(() =>
        setPrinted((whole) => whole ?? (current && { table: current, rows: current.rows, isPage: true })),
      )
    }
    const stops = [
      listen(window, 'beforeprint', before),
      listen(window, 'afterprint', () => setPrinted(null)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [table])

  useEffect(() => {
    const { current } = table
    if (wanted === 0 || !current) return
    let isStopped = false
    const show = (count: number) => {
      if (!isStopped) setRead(count)
    }
    setProblem(null)
    rowsToPrint(readPage, current, show).then(
      (rows) => {
        if (isStopped) return
        flushSync(() => {
          setRead(null)
          setPrinted({ table: current, rows, isPage: false })
        })
        window.print()
      },
      (error: unknown) => {
        if (isStopped) return
        setRead(null)
        setProblem(messageOf(error))
      },
    )
    return () => {
      isStopped = true
    }
  }, [readPage, table, wanted])

  return (
    <>
      <p role="status" className={read === null ? 'visually-hidden' : undefined}>
        {read !== null && `Готовим к печати: ${read.toLocaleString('ru-RU')}…`}
      </p>
      {problem !== null && (
        <Alert onDismiss={() => setProblem(null)}>Строки для печати не прочитаны: {problem}</Alert>
      )}
      {printed && createPortal(<PrintedTable {...view} {...printed} />, document.body)}
    </>
  )
}

/** Maximum number of printed rows: about forty sheets of paper. */
const MAX_PRINTED = 2_000

/** Fetches a page of a displayed table's result set. */
type ReadResultPage = (
  table: DisplayedTable,
  page: number,
) => Promise<Parameters<typeof hasNextPage>[1] & { rows: readonly ReportRow[] }>

/** Reads the first rows of the whole result set, page by page. @param onRows called with the number of rows so far */
async function rowsToPrint(
  read: ReadResultPage,
  table: DisplayedTable,
  onRows: (count: number) => void,
): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = []
  for (let page = 1; rows.length < MAX_PRINTED; page++) {
    const data = await read(table, page)
    rows.push(...data.rows)
    onRows(rows.length)
    if (!hasNextPage(table.report.layout, data, page)) break
  }
  return rows.slice(0, MAX_PRINTED)
}
