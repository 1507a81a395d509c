import type { Narrowing } from '../../../../contract/reports/narrow.ts'
import type { Paging, ResultPage } from '../../../../contract/reports/report-row.ts'
import type { ReportId } from '../../../../contract/reports/reports.ts'
import type { ListOrder } from '../../../data/list-order.ts'
import { callWorker } from '../../../lib/worker-call.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { Layout } from '../../report-choice/view.ts'
import type { ClientListOrder } from '../layouts/quick-filters.ts'

/** Handle of an export that runs in the web worker. */
interface FileExport {
  read(body: ArrayBuffer, page: number, shown?: boolean): Promise<PageInfo>
  /** Writes the rows of a page that was passed to `read` before; only for a download. */
  write(body: ArrayBuffer, page: number): Promise<PageInfo>
  finish(format: FileFormat, title: string): Promise<SheetFile>
  end(): void
}

/** Starts an export in a web worker. Its calls throw a ReadError if the worker failed, or the signal's reason. */
export function startExport(
  order: ExportOrder,
  signal: AbortSignal,
  onWritten?: (written: RowProgress) => void,
): FileExport {
  const { request, end } = callWorker(
    new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' }),
  )
  const ask = <Answer>(message: ExportRequest, transfer: Transferable[] = []) =>
    request<Answer, RowProgress>(message, { signal, transfer, ...(onWritten && { onPart: onWritten }) })
  const begun = ask({ order })
  // The first page's call awaits `begun` and reports the failure.
  begun.catch(() => undefined)
  const send = async (body: ArrayBuffer, page: number, shown: boolean, again: boolean) => {
    await begun
    return ask<PageInfo>({ body, page, shown, again }, [body])
  }
  return {
    read: (body, page, shown = false) => send(body, page, shown, false),
    write: (body, page) => send(body, page, false, true),
    finish: (format, title) => ask<SheetFile>({ format, title }),
    end,
  }
}

/** Filters still to apply to the rows of the pages; null if the pages contain exactly the wanted rows. */
export type FurtherFilters = Pick<Narrowing, 'filters' | 'sets'> | null

interface CommonOrder {
  report: ReportId
  choice: ReportChoice
  /** host names of the own sites; null if the server does not list them */
  ownHosts: readonly string[] | null
  further: FurtherFilters
}

/** Order for a file with the content of the server's download (specification 5.7). */
export interface DownloadOrder extends CommonOrder {
  layout: 'download'
}

/** Order for a file of the displayed table (specification 17.9). */
export interface ViewOrder extends CommonOrder {
  layout: Layout
  view: ClientListOrder
  /** serialised column settings, see columns/column-settings.ts */
  columns: readonly string[]
  compared: DisplayedTable['compared']
  /** how the server has sorted and filtered the pages */
  arranged: ListOrder
}

export type ExportOrder = DownloadOrder | ViewOrder

export const FILE_FORMATS = ['xlsx', 'csv'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** Requests to the web worker, sent in this order: the export order, its pages, the request for the file. */
export type ExportRequest =
  | { order: ExportOrder }
  /**
   * @param shown whether the page is the displayed one
   * @param again whether a download reads the page for the second time, to write its rows
   */
  | { body: ArrayBuffer; page: number; shown: boolean; again: boolean }
  | { format: FileFormat; title: string }

/** Facts about a page that has been read. */
export interface PageInfo extends Pick<Paging, 'totalPages' | 'totalRows'>, Pick<ResultPage, 'state'> {
  /** number of the page's rows that match the filters */
  rows: number
  hasNext: boolean
}

export interface SheetFile {
  file: Blob
  rows: number
}

/** Progress of writing, in rows: `rows` of `of`. */
export interface RowProgress {
  rows: number
  of: number
}
