import { parseReportPage } from '../../../../contract/legacy/report-page.ts'
import { send } from '../../../data/client.ts'
import { httpErrorOf } from '../../../data/errors.ts'
import { type ListRequest, listPath } from '../../../data/report-queries.ts'

/** Size in bytes above which a body must contain rows: a body without rows contains only paging. */
const WITHOUT_ROWS_BYTES = 16_384

/**
 * Sends a list request and returns whether its result has rows. The response is not stored.
 * @throws HttpError, ReadError, or the error of fetch
 */
export async function hasRows(request: ListRequest, signal: AbortSignal): Promise<boolean> {
  const response = await send(listPath(request, 1), { signal, cache: 'no-store' })
  if (!response.ok) throw await httpErrorOf(response)
  const body = await shortText(response)
  return body === null || parseReportPage(body).rows.length > 0
}

/**
 * Reads a body of at most WITHOUT_ROWS_BYTES.
 * @returns null for a longer body, which is cancelled
 */
async function shortText(response: Response): Promise<string | null> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
    if (bytes > WITHOUT_ROWS_BYTES) {
      await reader.cancel()
      return null
    }
  }
  return text + decoder.decode()
}
