import type { SavedView } from '../../../contract/views/saved-view.ts'
import { deviceViews, storeDeviceViews } from '../../data/device-views.ts'
import type { ViewStore } from './view-store.ts'

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
