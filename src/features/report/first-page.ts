import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import { REPORT_IDS, REPORTS, type Report, type ReportId } from '../../../contract/reports/reports.ts'
import { sendOnce } from '../../data/client.ts'
import { HttpError, httpErrorOf } from '../../data/errors.ts'
import { extraParameters } from '../../data/extras.ts'
import { askAhead, dropAhead } from '../../data/list-ahead.ts'
import { readPage } from '../../data/read-page.ts'
import { listPath, receive } from '../../data/report-queries.ts'
import { questionKey, received, wishFor } from '../../data/saved-answer.ts'
import { isLoggedOut, storedToken } from '../../data/stored-session.ts'
import { preferences } from '../../lib/preferences.ts'
import { loadInBackground } from '../../pwa/reload-once.ts'
import { hasWorker, onWorkerEvent } from '../../pwa/worker-channel.ts'
import { isPhone } from '../../ui/compact.ts'
import { listRequest, readAddress, readPageNumber } from '../report-choice/report-address.ts'
import { readView, usualLayout } from '../report-choice/view.ts'
import type { keepFirstPage } from './keep-first-page.ts'
import { LOAD } from './layouts/load.ts'
import { hasDay } from './useAddressedChoice.ts'

/**
 * Prefetches the rows of the report at this address during the session check (specification 1.6), and loads the code of
 * its layout. They are displayed only if the check passes. An address that depends on the server's offers is not
 * prefetched.
 */
export function askFirstPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const token = storedToken()
  const id = REPORT_IDS.find((one) => REPORTS[one].route === pathname)
  if (!id || token === null || isLoggedOut()) return
  const query = new URLSearchParams(search)
  const path = firstPath(id, query)
  if (path === null) return
  const shown = readView(query).layout ?? preferences.layout(id).get() ?? usualLayout(isPhone())
  if (shown !== 'table') LOAD[shown]().catch(() => undefined)
  const { layout } = REPORTS[id]
  const since = Date.now()
  askAhead(path, async (signal) => {
    try {
      // Without refreshing the token: the session check does that, and a renewed token repeats the request.
      const { response, ...origin } = received(await sendOnce(path, { signal }, token))
      if (response.status === 401) return undefined
      if (!response.ok) throw await httpErrorOf(response)
      const page = { ...(await readPage(layout, response, signal)), ...origin }
      if (page.savedAt === null) void keep(path, since, signal).catch(() => undefined)
      return { page }
    } catch (error) {
      if (error instanceof HttpError || error instanceof ReadError) throw error
      return undefined
    }
  })
  // Events of the worker about the network's late answer have no listener before the report is rendered.
  const request = questionKey('GET', path)
  onWorkerEvent((event) => {
    if ('request' in event && event.request === request && dropAhead(path))
      wishFor(request, event.type === 'answer-arrived' ? 'arrived' : 'network')
  })
}

/**
 * Prefetches the first page of an applied choice before the report is rendered with it; aborts any other prefetch.
 * @param query of the report's address
 */
export function askApplied(id: ReportId, query: URLSearchParams): void {
  const path = firstPath(id, query)
  if (path === null) {
    dropAhead()
    return
  }
  const { layout } = REPORTS[id]
  askAhead(path, async (signal) => ({
    page: await receive((response) => readPage(layout, response, signal), path, { signal }),
  }))
}

/** @returns null if nothing is applied, or if the request depends on the server's offers */
function firstPath(id: ReportId, query: URLSearchParams): string | null {
  const report: Report = REPORTS[id]
  const choice = readAddress(report, query)
  const { order, only } = readView(query)
  if (
    !choice ||
    !hasDay(query) ||
    order !== null ||
    only.length > 0 ||
    Object.keys(extraParameters(choice)).length > 0
  )
    return null
  return listPath(listRequest(report, choice), readPageNumber(query))
}

/** Without a controlling worker nothing is saved; once one takes control, the page repeats its requests. */
async function keep(...page: Parameters<typeof keepFirstPage>): Promise<void> {
  if (!hasWorker() || !navigator.serviceWorker.controller) return
  const code = await loadInBackground(() => import('./keep-first-page.ts'))
  await code?.keepFirstPage(...page)
}
