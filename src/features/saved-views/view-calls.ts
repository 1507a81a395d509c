import { queryOptions } from '@tanstack/react-query'
import { VIEW_PATHS } from '../../../contract/paths.ts'
import type { SavedView, ViewBody } from '../../../contract/views/saved-view.ts'
import { parseViews } from '../../../contract/views/views-answer.ts'
import { changeOnCompanion } from '../../data/companion-calls.ts'
import { receive } from '../../data/report-queries.ts'
import { questionKey } from '../../data/saved-answer.ts'

/** Calls of specification 18.5. Those that change something throw HttpError, or what fetch throws. */

/** Request key of the list in the worker. */
export const VIEWS_REQUEST = questionKey('GET', VIEW_PATHS.views)

/** Query of a person's own views and the team's, in order; only for a server that offers it. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) =>
    receive(async (response) => ({ views: parseViews(await response.text()) }), VIEW_PATHS.views, { signal }),
  meta: { request: VIEWS_REQUEST, savedFirst: true },
  // Others in the team change theirs, too.
  staleTime: 0,
})

const bodyOf = ({ name, report, query, day, scope }: ViewBody): ViewBody => ({
  name,
  report,
  query,
  day,
  scope,
})

/** Creates views atomically; a view that the server already has stays as it is. */
export async function createViews(views: readonly SavedView[]): Promise<void> {
  await changeOnCompanion(VIEW_PATHS.views, {
    views: views.map((view) => ({ id: view.id, ...bodyOf(view) })),
  })
}

export async function changeView(view: SavedView): Promise<void> {
  await changeOnCompanion(`${VIEW_PATHS.views}/${view.id}`, { ...bodyOf(view), version: view.version })
}

export async function removeView({ id, version }: SavedView): Promise<void> {
  await changeOnCompanion(`${VIEW_PATHS.views}/${id}/remove`, { version })
}

export async function orderViews(ids: readonly string[]): Promise<void> {
  await changeOnCompanion(VIEW_PATHS.order, { ids })
}
