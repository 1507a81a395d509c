import { ROUTES } from '../../../contract/routes.ts'

/** Addresses of the pages of sources. */
export const newSourcePath = `${ROUTES.sources}/new`
export const sourcePath = (id: string): string => `${ROUTES.sources}/${encodeURIComponent(id)}`
export const editSourcePath = (id: string): string => `${sourcePath(id)}/edit`
