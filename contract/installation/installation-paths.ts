/** Paths about the installation as a whole, for administrators (specification 28.2, 28.3, 28.6). */
export const INSTALLATION_PATHS = {
  /** without a session: whether the set-up is open, and the first administrator */
  setup: '/api/companion/setup',
  setupSteps: '/api/companion/setup/steps',
  ownSites: '/api/companion/own-sites',
  status: '/api/companion/status',
} as const
