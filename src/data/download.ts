import { isGatewayStatus } from '../../contract/gateway.ts'
import { DOWNLOAD_HEADER } from '../../contract/reports/download-progress.ts'
import { type FilterValues, nonEmpty } from '../../contract/reports/filters.ts'
import { jsonBody, send } from './client.ts'
import { isHtmlPage, messageField, messageOf } from './errors.ts'
import { type Extras, extraParameters } from './extras.ts'
import { fileNameOf, safeFileName } from './file-name.ts'
import { receiveFile } from './received-file.ts'
import { storedToken } from './stored-session.ts'

export interface DownloadRequest extends Extras {
  path: string
  filters: FilterValues
  /** YYYY-MM-DD */
  date: string
  /** multiplier of the proposals page, if it is sent */
  percent: string | null
  /** file name if the answer gives none */
  defaultName: string
}

/** Callbacks and cancellation of a waiting download. */
export interface Waiting {
  /** aborts the call */
  signal: AbortSignal
  /** name under which a companion reports the progress; null with other servers */
  name: string | null
  /** called from time to time with the number of received bytes */
  onBytes(received: number): void
}

export type DownloadResult =
  | { file: Blob; name: string }
  | {
      problem: string
      /** the side that did not answer: the network, or the server behind a gateway (specification 6.2) */
      silent?: 'network' | 'server' | undefined
    }

/**
 * Downloads a report (specification 5.2 to 5.4).
 * @returns the file, or a message for the user
 */
export async function downloadReport(request: DownloadRequest, waiting: Waiting): Promise<DownloadResult> {
  const first = await askFor(request, waiting)
  if (first !== BROKEN_OFF || waiting.signal.aborted) return first
  // Retries once, because the companion aborts a file whose day was imported while it was generated.
  waiting.onBytes(0)
  const second = await askFor(request, waiting)
  return 'silent' in second && second.silent ? BROKEN_OFF : second
}

const BROKEN_OFF: DownloadResult = { problem: 'Связь прервалась, файл не получен. Скачайте его ещё раз.' }

async function askFor(request: DownloadRequest, waiting: Waiting): Promise<DownloadResult> {
  if (storedToken() === null) return { problem: 'Нет доступа' }
  const { path, filters, date, percent, defaultName } = request
  const body = {
    date,
    ...nonEmpty(filters),
    ...extraParameters(request),
    ...(percent === null ? {} : { percent }),
  }
  let isComing = false
  try {
    const { name, signal } = waiting
    const named = name === null ? {} : { [DOWNLOAD_HEADER]: name }
    const response = await send(path, { method: 'POST', ...jsonBody(body, named), signal })
    if (response.status === 204) return { problem: 'Нет данных для выбранных фильтров' }
    if (!response.ok) {
      const problem = problemOf(response.status, await response.text())
      return { problem, silent: isGatewayStatus(response.status) ? 'server' : undefined }
    }
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (isPage) return { problem: 'Сервер вернул страницу вместо файла' }
    isComing = true
    return await fileOf(response, defaultName, waiting.onBytes)
  } catch (error) {
    // Saved data is offered for an unreachable server, not instead of a file that was already being received.
    if (isComing) return BROKEN_OFF
    // fetch throws a TypeError without a network.
    return { problem: messageOf(error), silent: error instanceof TypeError ? 'network' : undefined }
  }
}

/** Returns the error or message field of the body, else the body text unless it is a page, else 'HTTP {status}'. */
function problemOf(status: number, body: string): string {
  const text = isHtmlPage(body) ? '' : body.trim()
  return messageField(body) ?? (text || `HTTP ${status}`)
}

/**
 * Returns the file of an answer, with the name that the server gave it.
 * @param defaultName name if the server gave none
 */
export async function fileOf(
  response: Response,
  defaultName: string,
  onBytes: Waiting['onBytes'] = () => undefined,
): Promise<{ file: Blob; name: string }> {
  const file = await receiveFile(response, onBytes)
  const name = fileNameOf(response.headers.get('content-disposition'))
  return { file, name: name ?? safeFileName(defaultName) }
}

/** Starts the browser's own download of the file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then; without this, the blob stays in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
