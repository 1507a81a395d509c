import type { QueryClient } from '@tanstack/react-query'
import type { SavedView } from '../../../contract/views/saved-view.ts'
import { VIEW_CALLS } from '../../../contract/views/view-calls.ts'
import { deviceViews, storeDeviceViews } from '../../data/device-views.ts'
import { setResponseSource } from '../../data/saved-answer.ts'
import { call } from '../../data/send-call.ts'
import { changeView, createViews, VIEWS_REQUEST, viewsQuery } from './view-queries.ts'

/** Storage of views. A method rejects if nothing was changed; viewProblem returns the reason as text. */
export interface ViewStore {
  /** adds the view, or replaces the one with the same id */
  save(view: SavedView): Promise<void>
  remove(view: SavedView): Promise<void>
  /** @param ids of all views, in their new order */
  order(ids: readonly string[]): Promise<void>
}

/** Stores views on the server (specification 18.5). Each change refetches the list, even a refused one. */
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
  setResponseSource(VIEWS_REQUEST, 'network')
  await queries.invalidateQueries({ queryKey })
}

/** Stores views on this device. Used if the server does not store views (specification 18.2). */
export const deviceStore: ViewStore = {
  async save(view) {
    const views = deviceViews.get()
    storeDeviceViews(
      views.some(({ id }) => id === view.id)
        ? views.map((one) => (one.id === view.id ? view : one))
        : [...views, view],
    )
  },
  async remove(view) {
    storeDeviceViews(deviceViews.get().filter(({ id }) => id !== view.id))
  },
  async order(ids) {
    storeDeviceViews(inOrder(deviceViews.get(), ids))
  },
}

/** Sorts views by a list of ids. Views that are not in the list follow in their former order. */
function inOrder(views: readonly SavedView[], ids: readonly string[]): SavedView[] {
  const place = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return views.toSorted((a, b) => place(a) - place(b))
}
