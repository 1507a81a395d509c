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

/** Some backends never say that a page is the last one, and answer each with the same rows. */
const MOST_PAGES = 1_000
const MB = 1024 * 1024
/** Of the pages as they came, which take some four times as much while the file is made: a day of 20 000 tyres fits, on phones half of one. */
const MOST_BYTES = { desk: 128 * MB, phone: 64 * MB }
/** In GB, as browsers round it; those that do not say are mostly on desks. */
const DESK_MEMORY = 8

export interface FileProgress {
  /** pages read */
  pages: number
  /** null if the server does not say */
  of: number | null
  /** once all are read */
  written?: Written
}

/** What there is of a report, and how much of it has been read. */
export interface FileCounts {
  read: number
  /** null if unknown */
  total: number | null
  /** why not all of it was read; null if it was */
  cut: 'not-saved' | 'too-large' | null
}

export interface MadeFile extends FileCounts {
  file: Blob
  /** rows in the file */
  rows: number
  /** of the pages that are saved on the device */
  saved: boolean
}

interface FileWish {
  order: ShownOrder
  format: FileFormat
  /** of the page on screen, from 1 */
  page: number
  /** there is no network: only what is saved is asked for */
  offline: boolean
  titleOf(counts: FileCounts): string
}

/** Pages of a run in their order, as bytes. */
interface Source {
  order: ShownOrder
  /** how many there are; null if only the pages say */
  pages: number | null
  body(page: number): Promise<ArrayBuffer>
  /** number of a page in its run */
  numberOf(page: number): number
  saved: boolean
}

/** The day's prices were replaced between two pages: some tyres would be in the file twice or not at all. */
class ImportedMeanwhile extends Error {
  override message = 'Цены этого дня сейчас обновляются. Повторите через минуту.'
}

/** How often a file is begun. */
const MOST_STARTS = 3

/**
 * Makes a file of all pages of what is on screen, of those saved on the device where nobody answers. It begins anew if the day's
 * prices are replaced meanwhile.
 * @throws OfflineMissError, HttpError, ReadError, the reason of the signal, what fetch throws, or an error that says to try again later
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

/** Nobody answered. */
const isSilent = (error: unknown): boolean => error instanceof TypeError || isGatewayError(error)

/** Not through the worker: pages read for a file alone would take the place of those that were looked at. */
const ofServer = (order: ShownOrder, request: ListRequest, signal: AbortSignal): Source => ({
  order,
  pages: null,
  body: (page) => bodyOf(listPath(request, page), { signal, cache: 'no-store' }),
  numberOf: (page) => page,
  saved: false,
})

/** The pages as they are arranged; otherwise as the server sends them, which are then arranged on the device. */
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
      // Saved pages are of the days on which they were saved.
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

/** Missing from some browsers, and therefore from TypeScript's library. */
interface Remembering {
  deviceMemory: number
}

const memoryOf = ({ deviceMemory = DESK_MEMORY }: Partial<Remembering>): number => deviceMemory

function countsOf(source: Source, last: PageSaid, page: number, read: number): FileCounts {
  // Rows of a wider report are counted by themselves.
  const total = source.order.further ? null : last.totalRows
  const isRead = source.pages ? page >= source.pages : !last.hasNext
  if (!isRead) return { read, total, cut: 'too-large' }
  const isWhole = !source.saved || source.order.further !== null || last.totalPages === page
  return { read, total: isWhole ? read : total, cut: isWhole ? null : 'not-saved' }
}
