/**
 * Paths of the sources of prices on the companion server, for administrators (specification 13.3). Actions are at
 * `/:id/<action>`. In a module of its own, so that only the pages of sources load it.
 */
export const SOURCE_PATHS = {
  /** list, creation; `/:id`, `/:id/remove`, `/:id/run`, `/:id/answered/remove`, `/:id/token`, `/:id/token/remove` */
  sources: '/api/companion/sources',
  /** `/:run/accept`, `/:run/decline`, `/:run/file`, `/:run/rejects` */
  runs: '/api/companion/sources/runs',
  /** JSON Schema of a mapping */
  mappingSchema: '/api/companion/sources/mapping-schema',
  /** uploads; `/:file/guess`, `/:file/sources`, `/:file/sample`, `/:file/trial` */
  files: '/api/companion/source-files',
  /** a file that the server fetches itself for inspection */
  fetchFile: '/api/companion/source-files/fetch',
  /** the newest price list in a mailbox, for inspection */
  fetchMail: '/api/companion/source-files/mail',
} as const

/** Returns the path to which a supplier uploads a price list with the source's own token instead of a session. */
export const sourcePricesPath = (id: string): string => `${SOURCE_PATHS.sources}/${id}/prices`

/** Returns the path at which 1C exchanges with a source by its protocol, with the source's own token as password. */
export const sourceExchangePath = (id: string): string => `${SOURCE_PATHS.sources}/${id}/1c`
