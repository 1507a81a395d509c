import type { SavedView } from '../../../contract/views/saved-view.ts'
import { deviceViews, storeDeviceViews } from '../../data/device-views.ts'
import type { ViewStore } from './view-store.ts'

/** Store of views on this device, for servers that store none (specification 18.2). */
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

/** Sorts views by a list of ids; views not in the list come last, in their order. */
function inOrder(views: readonly SavedView[], ids: readonly string[]): SavedView[] {
  const place = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return views.toSorted((a, b) => place(a) - place(b))
}
