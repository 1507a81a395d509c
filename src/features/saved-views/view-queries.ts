import { queryOptions } from '@tanstack/react-query'
import { VIEW_PATHS } from '../../../contract/paths.ts'
import type { SavedView, ViewBody } from '../../../contract/views/saved-view.ts'
import { VIEW_CALLS } from '../../../contract/views/view-calls.ts'
import { parseViews } from '../../../contract/views/views-answer.ts'
import { receive } from '../../data/report-queries.ts'
import { questionKey } from '../../data/saved-answer.ts'
import { call } from '../../data/send-call.ts'

/** Key under which the worker saves the list. */
export const VIEWS_REQUEST = questionKey('GET', VIEW_PATHS.views)

/** Query for the user's own views and the team's, in order. Enable it only if the server offers views. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) =>
    receive(async (response) => ({ views: parseViews(await response.text()) }), VIEW_PATHS.views, { signal }),
  meta: { request: VIEWS_REQUEST, savedFirst: true },
  // Always stale, because others in the team also change their views.
  staleTime: 0,
})

const bodyOf = ({ name, report, query, day, scope }: ViewBody): ViewBody => ({
  name,
  report,
  query,
  day,
  scope,
})

/** Creates all views or none. A view that the server already has is left unchanged. */
export const createViews = (views: readonly SavedView[]) =>
  call(VIEW_CALLS.create, { views: views.map((view) => ({ id: view.id, ...bodyOf(view) })) })

export const changeView = (view: SavedView) =>
  call(VIEW_CALLS.change, { id: view.id, ...bodyOf(view), version: view.version })
