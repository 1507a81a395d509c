import { ROUTES } from '../../../contract/routes.ts'
import type { SavedView } from '../../../contract/views/saved-view.ts'

export const newRulePath = `${ROUTES.rules}/new`
export const editRulePath = (id: number): string => `${ROUTES.rules}/${id}`

export const firingPath = (id: number): string => `${ROUTES.rules}/firings/${id}`

/** Name of the parameter with the id of the saved view to watch. */
export const SAVED_VIEW = 'saved'
/** Name of the parameter with the template of a new rule. */
export const TEMPLATE = 'template'

/** Returns the address of the editor of a new rule that begins like a template. */
export const templatePath = (template: string): string =>
  `${newRulePath}?${new URLSearchParams({ [TEMPLATE]: template })}`

/** Router state of a page to which an action has led. */
export interface RuleState {
  /** message about the action */
  done: string
}

/** Saved view as rules name it. */
export type NamedView = Pick<SavedView, 'id' | 'name'>
