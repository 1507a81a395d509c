import { ROUTES } from '../../../contract/routes.ts'

/** Paths of the pages of sources. */
export const newSourcePath = `${ROUTES.sources}/new`
export const sourcePath = (id: string): string => `${ROUTES.sources}/${encodeURIComponent(id)}`

/** State that the wizard passes to the page of a source that it saved. */
export interface SavedState {
  /** run that it started; null if it started none */
  run: number | null
}

export const editSourcePath = (id: string): string => `${sourcePath(id)}/edit`
