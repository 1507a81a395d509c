import { isObject, member } from '../../contract/legacy/values.ts'
import { isViewId, readViewBody, type SavedView } from '../../contract/views/saved-view.ts'
import { preferences } from '../lib/preferences.ts'
import { mapStore } from '../lib/store.ts'
import { storedUsername } from './stored-session.ts'

/** Views that are stored only on this device (specification 18.2), in the order of the home page. */
export const deviceViews = mapStore(preferences.views, readAll)

/** Stores the views instead of the former ones. @throws Error with a message if the storage is full */
export function storeDeviceViews(views: readonly SavedView[]): void {
  const bodies = views.map(({ id, name, report, query, day }) => ({ id, name, report, query, day }))
  preferences.views.store(bodies)
}

function readAll(list: unknown): readonly SavedView[] {
  return Array.isArray(list) ? list.flatMap(readOne) : []
}

/** Returns the view; [] if it is invalid, for example in the format of another version. */
function readOne(value: unknown): SavedView[] {
  const id = isObject(value) ? member(value, 'id') : undefined
  if (!isObject(value) || typeof id !== 'string' || !isViewId(id)) return []
  try {
    const body = readViewBody({ ...value, scope: 'own' })
    return [{ ...body, id, owner: storedUsername(), mine: true, editable: true, version: 0 }]
  } catch {
    return []
  }
}
