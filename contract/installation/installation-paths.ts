/**
 * Route of the installation's state, for administrators (specification 28.6), below which the further steps of the set-up
 * are at /setup. Not among the other routes, because the login screen does not need it.
 */
export const STATUS_ROUTE = '/profile/status'

/** Paths about the installation as a whole, for administrators (specification 28.2, 28.3, 28.6). */
export const INSTALLATION_PATHS = {
  /** without a session: whether the set-up is open, and the first administrator */
  setup: '/api/companion/setup',
  setupSteps: '/api/companion/setup/steps',
  ownSites: '/api/companion/own-sites',
  status: '/api/companion/status',
} as const
