import { ROUTES } from '../../../contract/routes.ts'

/** Addresses of the pages of sources. */
export const newSourcePath = `${ROUTES.sources}/new`
export const sourcePath = (id: string): string => `${ROUTES.sources}/${encodeURIComponent(id)}`

/** What the assistant hands over to the page of a source that it saved. */
export interface SavedState {
  /** the load that it began, if it did */
  run: number | null
}

export const editSourcePath = (id: string): string => `${sourcePath(id)}/edit`
