/**
 * Route of the installation's state, for administrators (specification 28.6), below which the further steps of the set-up
 * are at /setup. Not among the other routes, because the login screen does not need it.
 */
export const STATUS_ROUTE = '/profile/status'

/** Path of the set-up, without a session: whether it is open, and the first administrator (specification 28.2). */
export const SETUP_PATH = '/api/companion/setup'
