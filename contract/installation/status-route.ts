/**
 * Route of the installation's state, for administrators (specification 28.6), below which the further steps of the set-up
 * are at /setup. In its own module, because the login screen does not need it.
 */
export const STATUS_ROUTE = '/profile/status'
