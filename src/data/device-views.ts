import { isObject, member } from '../../contract/legacy/values.ts'
import { isViewId, readViewBody, type SavedView } from '../../contract/views/saved-view.ts'
import { keptValue } from './kept-value.ts'
import { storedUsername, VIEWS_KEY } from './stored-session.ts'

/** The views that are kept on this device alone (specification 18.2), in the order of the home page. */

const kept = keptValue(VIEWS_KEY, readAll)

export const deviceViews = kept.get
export const onDeviceViews = kept.onChange

/** @throws Error with words for the user if the browser has no room */
export function keepDeviceViews(views: readonly SavedView[]): void {
  const bodies = views.map(({ id, name, report, query, day }) => ({ id, name, report, query, day }))
  kept.set(bodies.length === 0 ? null : JSON.stringify(bodies))
}

function readAll(text: string | null): readonly SavedView[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.flatMap(readOne) : []
  } catch {
    return []
  }
}

/** What an earlier or later version wrote otherwise is left out. */
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
