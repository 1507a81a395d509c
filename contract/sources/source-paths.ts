/** Paths of the sources of prices on the companion server, for administrators (specification 13.3). */
export const SOURCE_PATHS = {
  sources: '/api/companion/sources',
  runs: '/api/companion/sources/runs',
  /** uploads */
  files: '/api/companion/source-files',
} as const

/** Returns the path to which a supplier uploads a price list with the source's own token instead of a session. */
export const sourcePricesPath = (id: string): string => `${SOURCE_PATHS.sources}/${id}/prices`

/** Returns the path at which 1C exchanges with a source by its protocol, with the source's own token as password. */
export const sourceExchangePath = (id: string): string => `${SOURCE_PATHS.sources}/${id}/1c`
