import { ROUTES } from '../../../contract/routes.ts'

/** Paths of the pages of sources. */
export const newSourcePath = `${ROUTES.sources}/new`

/** Name of the parameter that has the site of a new source. */
export const NEW_SITE = 'site'

/** Returns the path of the wizard with the site filled in. */
export const newSourceOf = (site: string): string =>
  `${newSourcePath}?${new URLSearchParams({ [NEW_SITE]: site })}`

export const sourcePath = (id: string): string => `${ROUTES.sources}/${encodeURIComponent(id)}`

/** Router state that the wizard passes to the page of the source that it has saved. */
export interface SavedState {
  /** id of the run that the wizard has started; null if it started none */
  run: number | null
}

export const editSourcePath = (id: string): string => `${sourcePath(id)}/edit`
