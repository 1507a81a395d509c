import type { SavedView } from '../../../contract/views/saved-view.ts'

const folded = (name: string): string => name.trim().toLocaleLowerCase('ru')

/** A person's own view that already has this name, whichever letters are capital. */
export const sameName = (views: readonly SavedView[], name: string | null): SavedView | undefined =>
  views.find((view) => view.mine && name !== null && folded(view.name) === folded(name))

/** What saving under a name does to other views (specification 18.2). */
interface Replacement {
  /** the view whose place the new one takes */
  replaced: SavedView | undefined
  /** the name is that of a third */
  isTaken: boolean
}

/**
 * @param views that this person may change
 * @param chosen id of the view to replace; '' for none
 * @param name null for none yet
 */
export function replacementBy(views: readonly SavedView[], chosen: string, name: string | null): Replacement {
  const named = sameName(views, name)
  const replaced = views.find(({ id }) => id === chosen) ?? named
  return { replaced, isTaken: named !== undefined && named !== replaced }
}
