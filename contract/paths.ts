/**
 * Paths of calls that belong to no report (specification 1.14, 3.15, 4.5 and 4.6), relative to the app's own origin.
 */
export const PATHS = {
  refresh: '/auth/refresh',
  filters: '/api/filters',
  vehicleTypes: '/api/vehicle_type',
  notifications: '/api/notifications/getNotifications',
  readNotification: '/api/notifications/readNotification',
  deleteNotification: '/api/notifications/deleteNotification',
  pushSubscribe: '/api/push/subscribe',
  /** companion server only (specification 10.20) */
  companion: '/api/companion',
  /** companion server only (specification 10.25) */
  freshness: '/api/companion/freshness',
  /** companion server only (specification 2.15) */
  today: '/api/companion/today',
} as const

/**
 * Further paths of the documents (specification 1.14 and 3.15). Separate from PATHS, because the worker does not need
 * them.
 */
export const SESSION_PATHS = {
  login: '/auth/login',
  logout: '/auth/logout',
  /** logout of the cabinet (specification 1.9) */
  cabinetLogout: '/user/logout',
  checkToken: '/user/checkToken',
  downloadNotificationTable: '/api/notifications/downloadTable',
} as const

/** Paths of accounts on the companion server. Separate from PATHS, because the worker does not need them. */
export const ACCOUNT_PATHS = {
  /** specification 9.7 */
  pushTest: '/api/push/test',
  createUser: '/api/admin/users',
  /** proof of identity before an important action; the sign-in page must not load its declaration */
  confirmPassword: '/api/companion/security/confirm',
  /** called without a session: the token is the proof of identity */
  passwordReset: '/api/companion/password-reset',
} as const

/** Paths of one tyre on the companion server (specification 14.2). */
export const TYRE_PATHS = {
  /** `/:key`, `/:key/history` */
  tyres: '/api/companion/tyres',
} as const

/** Paths of many tyres on the companion server. Separate from TYRE_PATHS, because the worker does not need them. */
export const CATALOG_PATHS = {
  sparklines: '/api/companion/sparklines',
  /** specification 16.3 */
  search: '/api/companion/search',
} as const

/** Paths of saved views on the companion server (specification 18.5). */
export const VIEW_PATHS = {
  /** list, creation; `/:id`, `/:id/remove` */
  views: '/api/companion/views',
} as const

/** Prefixes of the backend's paths; other paths belong to the app, except HEALTH_PATHS and SERVER_PAGES. */
export const BACKEND_PREFIXES = ['/auth', '/user', '/api'] as const

/** Paths for operators of the server (specification 10.28). */
export const HEALTH_PATHS = { alive: '/healthz', ready: '/readyz', metrics: '/metrics' } as const

/** Pages that the companion server serves beside the app. */
const SERVER_PAGES = ['/docs', HEALTH_PATHS.alive, HEALTH_PATHS.ready, HEALTH_PATHS.metrics] as const

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

/**
 * Returns whether a path belongs to the app, also as an unknown route, and not to the backend, a server page or a file.
 */
export function isAppRoute(path: string): boolean {
  return (
    ![...BACKEND_PREFIXES, ...SERVER_PAGES].some((prefix) => isBelow(path, prefix)) &&
    !/\.[a-z0-9]+$/i.test(path)
  )
}
