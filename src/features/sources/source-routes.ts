import { ROUTES } from '../../../contract/routes.ts'
import type { AccountFinding } from '../../../contract/sources/account.ts'

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
  /** as in OF_SETUP */
  setup: boolean
}

/** Router state with which a finding opens the wizard of its source (specification 12.14). */
export interface RemedyState {
  finding: AccountFinding
  /** held run whose file the wizard opens, and the day of its prices; null if a file is brought, or none is left */
  held: { id: number; day: string } | null
}

/** Returns the finding with which the wizard was opened; null for other router states. */
export const remedyIn = (state: unknown): RemedyState | null =>
  (state as Partial<RemedyState> | null)?.finding === undefined ? null : (state as RemedyState)

export const editSourcePath = (id: string): string => `${sourcePath(id)}/edit`

/** Router state of pages that are opened from the set-up of the installation, which goes on afterwards (specification 28.3). */
export const OF_SETUP = { setup: true } as const

/** Returns whether the router state of a page is that of the set-up. */
export const isOfSetup = (state: unknown): boolean =>
  (state as Partial<typeof OF_SETUP> | null)?.setup === true
