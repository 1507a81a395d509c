/** Paths of tracked pages of shops on the companion server (specification 23.7). */
export const PAGE_PATHS = {
  /** list, tracking; `/:id/remove` */
  pages: '/api/companion/pages',
  /** reads a page before it is tracked */
  readings: '/api/companion/page-readings',
  /** all pages as a file, and the import of one */
  file: '/api/companion/pages/file',
} as const

/** Paths of reading a whole shop on the companion server, for administrators (specification 23.10). */
export const SHOP_PATHS = {
  looks: '/api/companion/shop-looks',
  samples: '/api/companion/shop-samples',
  /** `/:id`: state and result of either */
  jobs: '/api/companion/shop-jobs',
} as const
