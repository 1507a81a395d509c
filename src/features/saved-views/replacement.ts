import type { SavedView } from '../../../contract/views/saved-view.ts'

const folded = (name: string): string => name.trim().toLocaleLowerCase('ru')

/** Returns a person's own view with this name, ignoring case. */
export const sameName = (views: readonly SavedView[], name: string | null): SavedView | undefined =>
  views.find((view) => view.mine && name !== null && folded(view.name) === folded(name))

/** Effect of saving under a name on other views (specification 18.2). */
interface Replacement {
  /** view that is replaced */
  replaced: SavedView | undefined
  /** whether another view has the name */
  isTaken: boolean
}

/**
 * Returns which view a new one replaces.
 * @param views that this person may change
 * @param chosen id of the view to replace; '' for none
 * @param name null while there is none
 */
export function replacementBy(views: readonly SavedView[], chosen: string, name: string | null): Replacement {
  const named = sameName(views, name)
  const replaced = views.find(({ id }) => id === chosen) ?? named
  return { replaced, isTaken: named !== undefined && named !== replaced }
}
