import type { SavedView } from '../../../contract/views/saved-view.ts'
import { deviceViews, keepDeviceViews } from '../../data/device-views.ts'
import type { ViewStore } from './view-store.ts'

/** Views without a server that keeps them (specification 18.2). */
export const deviceStore: ViewStore = {
  async save(view) {
    const views = deviceViews()
    keepDeviceViews(
      views.some(({ id }) => id === view.id)
        ? views.map((one) => (one.id === view.id ? view : one))
        : [...views, view],
    )
  },
  async remove(view) {
    keepDeviceViews(deviceViews().filter(({ id }) => id !== view.id))
  },
  async order(ids) {
    keepDeviceViews(inOrder(deviceViews(), ids))
  },
}

/** Views in this order; those that it lacks come last, as they were. */
function inOrder(views: readonly SavedView[], ids: readonly string[]): SavedView[] {
  const place = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return views.toSorted((a, b) => place(a) - place(b))
}
