import { type FilterValues, nonEmpty } from '../../contract/filters.ts'
import { isGatewayStatus } from '../../contract/gateway.ts'
import { jsonBody, send } from './client.ts'
import { messageField, messageOf } from './errors.ts'
import { fileNameOf } from './file-name.ts'
import { storedToken } from './stored-session.ts'

export interface DownloadRequest {
  path: string
  filters: FilterValues
  /** YYYY-MM-DD */
  date: string
  /** multiplier of the proposals page, where it is sent */
  percent: string | null
  /** used when the answer names none */
  defaultName: string
}

export type DownloadResult =
  | { file: Blob; name: string }
  | {
      problem: string
      /** no answer of the server's */
      unreachable?: boolean
    }

/** Specification 5.2 to 5.4: the file, or what to tell the person. */
export async function downloadReport(request: DownloadRequest): Promise<DownloadResult> {
  if (storedToken() === null) return { problem: 'Нет доступа' }
  const { path, filters, date, percent, defaultName } = request
  const body = { date, ...nonEmpty(filters), ...(percent === null ? {} : { percent }) }
  try {
    const response = await send(path, { method: 'POST', ...jsonBody(body) })
    if (response.status === 204) return { problem: 'Нет данных для выбранных фильтров' }
    if (!response.ok) {
      const problem = problemOf(response.status, await response.text())
      return { problem, unreachable: isGatewayStatus(response.status) }
    }
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (isPage) return { problem: 'Сервер вернул страницу вместо файла' }
    const name = fileNameOf(response.headers.get('content-disposition')) ?? defaultName
    return { file: await response.blob(), name }
  } catch (error) {
    // What fetch throws where there is no network.
    return { problem: messageOf(error), unreachable: error instanceof TypeError }
  }
}

/** The error or message field of the body, else the body text, else 'HTTP {status}'. */
function problemOf(status: number, body: string): string {
  return messageField(body) ?? (body.trim() || `HTTP ${status}`)
}

/** Hands the file to the browser's own download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file by then; without this the blob stays in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
