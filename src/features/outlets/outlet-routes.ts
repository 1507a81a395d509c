import { ROUTES } from '../../../contract/routes.ts'

export const newOutletPath = `${ROUTES.outlets}/new`
export const outletPath = (id: number): string => `${ROUTES.outlets}/${id}`
export const editOutletPath = (id: number): string => `${outletPath(id)}/edit`

/** Router state of a page to which an action has led. */
export interface OutletState {
  /** message about the action */
  said: string
}

/** Name of the parameter that has the set to publish. */
export const SET = 'set'

/** Returns the query of a page that leads to the publication of a set; '' without one. */
export const setQuery = (set: string | null): string =>
  set === null ? '' : `?${new URLSearchParams({ [SET]: set })}`
