import { isGatewayStatus } from '../../contract/gateway.ts'
import { DOWNLOAD_HEADER } from '../../contract/reports/download-progress.ts'
import { nonEmpty } from '../../contract/reports/filters.ts'
import { jsonBody, send } from './client.ts'
import { isHtmlPage, messageField, messageOf } from './errors.ts'
import { extraParameters } from './extras.ts'
import { fileNameOf, safeFileName } from './file-name.ts'
import { receiveFile } from './received-file.ts'
import type { ListRequest } from './report-queries.ts'
import { storedToken } from './stored-session.ts'

export interface DownloadRequest extends Omit<ListRequest, 'layout' | 'arranged'> {
  /** file name to use if the response states none */
  defaultName: string
}

/** Progress callback, cancellation and progress name of a download. */
export interface DownloadOptions {
  /** aborts the request */
  signal: AbortSignal
  /** name under which a companion reports the progress; null for other servers */
  name: string | null
  /** called repeatedly with the number of bytes received so far */
  onBytes(received: number): void
}

export type DownloadResult =
  | { file: Blob; name: string }
  | {
      problem: string
      /** what did not answer: 'network' without a connection, 'server' behind a gateway (specification 6.2) */
      silent?: 'network' | 'server' | undefined
    }

/** Downloads a report (specification 5.2 to 5.4). @returns the file, or a message for the user */
export async function downloadReport(
  request: DownloadRequest,
  waiting: DownloadOptions,
): Promise<DownloadResult> {
  const first = await askFor(request, waiting)
  if (first !== BROKEN_OFF || waiting.signal.aborted) return first
  // Retries once, because the companion aborts a download when its day's prices are imported.
  waiting.onBytes(0)
  const second = await askFor(request, waiting)
  return 'silent' in second && second.silent ? BROKEN_OFF : second
}

const BROKEN_OFF: DownloadResult = { problem: 'Связь прервалась, файл не получен. Скачайте его ещё раз.' }

async function askFor(request: DownloadRequest, waiting: DownloadOptions): Promise<DownloadResult> {
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
    // After a part of the file has arrived, the download is repeated; saved data only replaces a silent server.
    if (isComing) return BROKEN_OFF
    // fetch throws a TypeError if there is no connection.
    return { problem: messageOf(error), silent: error instanceof TypeError ? 'network' : undefined }
  }
}

/** Returns the `error` or `message` of a JSON body, or else the body's text, or 'HTTP {status}'. */
function problemOf(status: number, body: string): string {
  const text = isHtmlPage(body) ? '' : body.trim()
  return messageField(body) ?? (text || `HTTP ${status}`)
}

/** Reads a response's body as a file. @param defaultName file name to use if the response states none */
export async function fileOf(
  response: Response,
  defaultName: string,
  onBytes: DownloadOptions['onBytes'] = () => undefined,
): Promise<{ file: Blob; name: string }> {
  const file = await receiveFile(response, onBytes)
  const name = fileNameOf(response.headers.get('content-disposition'))
  return { file, name: name ?? safeFileName(defaultName) }
}

/** Saves the file through a click on a download link. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After a minute the download has started. Without this, the URL would retain the blob until the page is closed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
