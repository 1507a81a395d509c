import { REPORTS } from '../../../../contract/reports/reports.ts'
import { isGatewayError, OfflineMissError } from '../../../data/errors.ts'
import { DEFAULT_ORDER } from '../../../data/list-order.ts'
import { listRequest } from '../../report-choice/report-address.ts'
import { MAX_PAGES } from '../../report-choice/run-pages.ts'
import {
  type FileFormat,
  type PageInfo,
  type RowProgress,
  type SheetFile,
  startExport,
  type ViewOrder,
} from './export-client.ts'
import { type PageSource, savedPages, serverPages } from './result-pages.ts'

const MB = 1024 * 1024
/**
 * Maximum total size of the pages' bodies in bytes. The export takes about four times as much memory. On desktops the
 * limit fits a day of 20,000 tyres, on phones half of it.
 */
const MAX_BYTES = { desk: 128 * MB, phone: 64 * MB }
/**
 * Memory in GB, as browsers round it, from which a device counts as a desktop. Also assumed if a browser does not
 * report its memory, because most of these run on desktops.
 */
const DESK_MEMORY = 8

export interface FileProgress {
  pages: number
  /** total number of pages; null if unknown */
  of: number | null
  /** set once all pages have been read */
  written?: RowProgress
}

/** Number of a report's rows, in all and read. */
export interface FileCounts {
  read: number
  /** number of rows in all; null if unknown */
  total: number | null
  /** why some pages were not read; null if all were read */
  cut: 'not-saved' | 'too-large' | null
}

export interface ExportedFile extends FileCounts, SheetFile {
  /** whether the pages are saved ones */
  saved: boolean
}

interface ExportOptions {
  order: ViewOrder
  format: FileFormat
  /** number of the displayed page, from 1 */
  page: number
  /** whether the device is offline; then only saved pages are read */
  offline: boolean
  titleOf(counts: FileCounts): string
}

/** Message of an export during which the day's prices were replaced: some tyres would be in the file twice or not at all. */
const IMPORTED_MEANWHILE = 'Цены этого дня сейчас обновляются. Повторите через минуту.'

/** Maximum number of attempts when the day's prices are replaced during an export. */
const MAX_STARTS = 3

/**
 * Exports all pages of the displayed view, or the saved pages if the server cannot be reached. Starts over if the day's
 * prices are replaced during the export.
 * @throws OfflineMissError, HttpError, ReadError, the signal's reason, the error of fetch, or an error that says to try
 * again later
 */
export async function exportView(
  options: ExportOptions,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
): Promise<ExportedFile> {
  for (let start = 1; start <= MAX_STARTS; start++) {
    const file = await begun(options, signal, onProgress)
    if (file) return file
  }
  throw new Error(IMPORTED_MEANWHILE)
}

/** @returns null if the day's prices were replaced meanwhile */
async function begun(
  options: ExportOptions,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
): Promise<ExportedFile | null> {
  const { order, offline } = options
  const request = { ...listRequest(REPORTS[order.report], order.choice), arranged: order.arranged }
  if (!offline) {
    const server = serverPages(request, signal)
    const first = await server.body(1).catch((error) => {
      if (!isSilent(error)) throw error
      return null
    })
    if (first) {
      const body = async (page: number) => (page === 1 ? first : server.body(page))
      return fileOf(options, { ...server, body }, signal, onProgress)
    }
  }
  // Prefers saved pages in the displayed order; those in the server's are sorted and filtered on the device.
  for (const arranged of [order.arranged, DEFAULT_ORDER]) {
    const source = await savedPages({ ...request, arranged }, signal)
    if (!source) continue
    const { further } = source
    return fileOf({ ...options, order: { ...order, arranged, further } }, source, signal, onProgress)
  }
  throw new OfflineMissError()
}

/** Returns whether the error means that the server could not be reached. */
const isSilent = (error: unknown): boolean => error instanceof TypeError || isGatewayError(error)

async function fileOf(
  { order, format, page: shown, titleOf }: ExportOptions,
  source: PageSource,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
): Promise<ExportedFile | null> {
  let progress: FileProgress = { pages: 0, of: source.pages }
  const file = startExport(order, signal, (written) => onProgress({ ...progress, written }))
  try {
    // Only some browsers have the property, and TypeScript's library therefore omits it.
    const { deviceMemory = DESK_MEMORY } = navigator as { deviceMemory?: number }
    const mostBytes = deviceMemory < DESK_MEMORY ? MAX_BYTES.phone : MAX_BYTES.desk
    let read = 0
    let bytes = 0
    let state: PageInfo['state']
    let last: PageInfo
    let page = 0
    do {
      page += 1
      const body = await source.body(page)
      bytes += body.byteLength
      last = await file.read(body, source.numberOf(page), source.numberOf(page) === shown)
      if (page === 1) state = last.state
      // Saved pages may have different states, because they can be saved on different days.
      if (last.state !== state && !source.saved) return null
      read += last.rows
      progress = { pages: page, of: source.pages ?? last.totalPages }
      onProgress(progress)
    } while (bytes < mostBytes && page < MAX_PAGES && (source.pages ? page < source.pages : last.hasNext))
    const counts = countsOf(source, last, page, read)
    return { ...counts, ...(await file.finish(format, titleOf(counts))), saved: source.saved }
  } finally {
    file.end()
  }
}

function countsOf(source: PageSource, last: PageInfo, page: number, read: number): FileCounts {
  // If the pages belong to a wider result set, its total is not the file's; the matching rows are counted instead.
  const total = source.further ? null : last.totalRows
  const isRead = source.pages ? page >= source.pages : !last.hasNext
  if (!isRead) return { read, total, cut: 'too-large' }
  const isWhole = !source.saved || source.further !== null || last.totalPages === page
  return { read, total: isWhole ? read : total, cut: isWhole ? null : 'not-saved' }
}
