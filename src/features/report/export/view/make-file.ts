import { REPORTS } from '../../../../../contract/reports/reports.ts'
import { OFFLINE_MISS_HEADER } from '../../../../../contract/worker/saved.ts'
import { NOT_ARRANGED } from '../../../../data/arranged.ts'
import { send } from '../../../../data/client.ts'
import { httpErrorOf, isGatewayError, OfflineMissError } from '../../../../data/errors.ts'
import { type ListRequest, listPath } from '../../../../data/report-queries.ts'
import { askWorker } from '../../../../pwa/worker-channel.ts'
import { listRequest } from '../../../report-choice/report-address.ts'
import { pagesFor } from '../offline/export-saved.ts'
import { startMaker } from './maker.ts'
import type { FileFormat, PageSaid, ShownOrder, Written } from './order.ts'

/**
 * Maximum number of pages: some backends never mark a page as the last one and answer each request with the same
 * rows.
 */
const MOST_PAGES = 1_000
const MB = 1024 * 1024
/**
 * Maximum size of the pages' bodies, which take about four times as much memory during the export: a day of 20,000
 * tyres fits, half of one on phones.
 */
const MOST_BYTES = { desk: 128 * MB, phone: 64 * MB }
/**
 * GB of memory from which a device counts as a desktop, as browsers round it; browsers that do not report it are
 * mostly on desktops.
 */
const DESK_MEMORY = 8

export interface FileProgress {
  /** pages read */
  pages: number
  /** null if the server does not say */
  of: number | null
  /** set once all pages are read */
  written?: Written
}

/** Size of a report and how much of it has been read. */
export interface FileCounts {
  read: number
  /** null if unknown */
  total: number | null
  /** why some pages were not read; null if all were */
  cut: 'not-saved' | 'too-large' | null
}

export interface MadeFile extends FileCounts {
  file: Blob
  /** rows in the file */
  rows: number
  /** the pages are saved ones */
  saved: boolean
}

interface FileWish {
  order: ShownOrder
  format: FileFormat
  /** number of the displayed page, from 1 */
  page: number
  /** there is no network: only saved pages are read */
  offline: boolean
  titleOf(counts: FileCounts): string
}

/** Pages of a result set in order, as bytes. */
interface Source {
  order: ShownOrder
  /** number of pages; null if only the pages say */
  pages: number | null
  body(page: number): Promise<ArrayBuffer>
  /** number of a page in its result set */
  numberOf(page: number): number
  saved: boolean
}

/** The day's prices were replaced between two pages: some tyres would be in the file twice or not at all. */
class ImportedMeanwhile extends Error {
  override message = 'Цены этого дня сейчас обновляются. Повторите через минуту.'
}

/** Maximum number of attempts. */
const MOST_STARTS = 3

/**
 * Exports all pages of the displayed view, or the saved pages if the server cannot be reached. Starts over if the
 * day's prices are replaced meanwhile.
 * @throws OfflineMissError, HttpError, ReadError, the reason of the signal, the error of fetch, or an error that says
 * to try again later
 */
export async function makeFile(
  wish: FileWish,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
): Promise<MadeFile> {
  for (let start = 1; ; start++) {
    try {
      return await begun(wish, signal, onProgress)
    } catch (error) {
      if (!(error instanceof ImportedMeanwhile) || start === MOST_STARTS) throw error
    }
  }
}

async function begun(
  wish: FileWish,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
): Promise<MadeFile> {
  const request = {
    ...listRequest(REPORTS[wish.order.report], wish.order.choice),
    arranged: wish.order.arranged,
  }
  if (!wish.offline) {
    const server = ofServer(wish.order, request, signal)
    const first = await server.body(1).catch((error) => {
      if (!isSilent(error)) throw error
      return null
    })
    if (first) {
      const body = async (page: number) => (page === 1 ? first : server.body(page))
      return fileOf(wish, { ...server, body }, signal, onProgress)
    }
  }
  return fileOf(wish, await ofDevice(wish.order, request, signal), signal, onProgress)
}

/** Returns whether the server could not be reached. */
const isSilent = (error: unknown): boolean => error instanceof TypeError || isGatewayError(error)

/** Bypasses the service worker: pages fetched only for a file would evict the pages that a person has viewed. */
const ofServer = (order: ShownOrder, request: ListRequest, signal: AbortSignal): Source => ({
  order,
  pages: null,
  body: (page) => bodyOf(listPath(request, page), { signal, cache: 'no-store' }),
  numberOf: (page) => page,
  saved: false,
})

/**
 * Returns the saved pages in the view's sort order; otherwise in the server's default order, to be sorted on the
 * device.
 */
async function ofDevice(order: ShownOrder, request: ListRequest, signal: AbortSignal): Promise<Source> {
  const entries = (await askWorker('saved', {}))?.entries ?? []
  for (const arranged of [request.arranged, NOT_ARRANGED]) {
    const { paths, further } = pagesFor({ ...request, arranged }, entries)
    if (paths.length === 0) continue
    return {
      order: { ...order, arranged, further },
      pages: paths.length,
      body: (page) => bodyOf(paths[page - 1] ?? '', { signal, cache: 'only-if-cached', mode: 'same-origin' }),
      numberOf: (page) => Number(new URL(paths[page - 1] ?? '', location.origin).searchParams.get('page')),
      saved: true,
    }
  }
  throw new OfflineMissError()
}

async function bodyOf(path: string, init: RequestInit): Promise<ArrayBuffer> {
  const response = await send(path, init)
  if (response.headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  if (!response.ok) throw await httpErrorOf(response)
  return response.arrayBuffer()
}

async function fileOf(
  { format, page: shown, titleOf }: FileWish,
  source: Source,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
): Promise<MadeFile> {
  let progress: FileProgress = { pages: 0, of: source.pages }
  const maker = startMaker(source.order, signal, (written) => onProgress({ ...progress, written }))
  try {
    const mostBytes =
      memoryOf(navigator as Partial<Remembering>) < DESK_MEMORY ? MOST_BYTES.phone : MOST_BYTES.desk
    let read = 0
    let bytes = 0
    let state: PageSaid['state']
    let last: PageSaid
    let page = 0
    do {
      page += 1
      const body = await source.body(page)
      bytes += body.byteLength
      last = await maker.take(body, source.numberOf(page), source.numberOf(page) === shown)
      if (page === 1) state = last.state
      // Saved pages have the state of the days on which they were saved.
      if (last.state !== state && !source.saved) throw new ImportedMeanwhile()
      read += last.rows
      progress = { pages: page, of: source.pages ?? last.totalPages }
      onProgress(progress)
    } while (bytes < mostBytes && page < MOST_PAGES && (source.pages ? page < source.pages : last.hasNext))
    const counts = countsOf(source, last, page, read)
    const { file, rows } = await maker.finish(format, titleOf(counts))
    return { ...counts, file, rows, saved: source.saved }
  } finally {
    maker.end()
  }
}

/** Not in all browsers, and therefore not in TypeScript's library. */
interface Remembering {
  deviceMemory: number
}

const memoryOf = ({ deviceMemory = DESK_MEMORY }: Partial<Remembering>): number => deviceMemory

function countsOf(source: Source, last: PageSaid, page: number, read: number): FileCounts {
  // The total of a wider report is not the file's: its matching rows are counted.
  const total = source.order.further ? null : last.totalRows
  const isRead = source.pages ? page >= source.pages : !last.hasNext
  if (!isRead) return { read, total, cut: 'too-large' }
  const isWhole = !source.saved || source.order.further !== null || last.totalPages === page
  return { read, total: isWhole ? read : total, cut: isWhole ? null : 'not-saved' }
}
