import type { QueryClient } from '@tanstack/react-query'
import { VIEW_CALLS } from '../../../contract/views/view-calls.ts'
import { wishFor } from '../../data/saved-answer.ts'
import { call } from '../../data/send-call.ts'
import { changeView, createViews, VIEWS_REQUEST, viewsQuery } from './view-queries.ts'
import type { ViewStore } from './view-store.ts'

/**
 * Stores views on the server (specification 18.5). The list is refetched after each change, even if the server refused
 * it.
 */
export function serverStore(queries: QueryClient): ViewStore {
  const changing = async (change: Promise<unknown>) => {
    try {
      await change
    } finally {
      await refetchViews(queries)
    }
  }
  return {
    save: (view) => changing(view.version === 0 ? createViews([view]) : changeView(view)),
    remove: ({ id, version }) => changing(call(VIEW_CALLS.remove, { id, version })),
    order: (ids) => changing(call(VIEW_CALLS.order, { ids })),
  }
}

/** Refetches the list from the server instead of the copy saved on the device. */
export async function refetchViews(queries: QueryClient): Promise<void> {
  const { queryKey } = viewsQuery
  await queries.cancelQueries({ queryKey })
  wishFor(VIEWS_REQUEST, 'network')
  await queries.invalidateQueries({ queryKey })
}
