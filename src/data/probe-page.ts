import { send } from './client.ts'
import { httpErrorOf } from './errors.ts'
import { type ReadPage, readPage } from './read-page.ts'
import { type ListRequest, listPath } from './report-queries.ts'

/** Fetches a page that is not displayed and thus not saved. @throws HttpError, ReadError, or an error of fetch */
export async function probePage(request: ListRequest, page: number, signal: AbortSignal): Promise<ReadPage> {
  const response = await send(listPath(request, page), { signal, cache: 'no-store' })
  if (!response.ok) throw await httpErrorOf(response)
  return readPage(request.layout, response, signal)
}
