/** Route of the notifications; separate from ROUTES, whose other routes the worker does not need. */
export const NOTIFICATIONS_ROUTE = '/profile/notifications'

/** Routes of the app except those of the reports, which are in reports.ts (specification 2.1). */
export const ROUTES = {
  home: '/',
  /** a tyre's card is at /:key (contract/tyre/tyre-key.ts) */
  tyre: '/tyre',
  /** decided prices (specification 19.4) */
  decisions: '/decisions',
  /** pricing strategies (specification 19.9) */
  strategies: '/decisions/strategies',
  /** figures of a week or month (specification 27.3) */
  totals: '/totals',
  login: '/login',
  /** redirects to the account */
  profile: '/profile',
  account: '/profile/account',
  notifications: NOTIFICATIONS_ROUTE,
  settings: '/profile/settings',
  saved: '/profile/saved',
  /** only with a companion server (specification 11.1) */
  security: '/profile/security',
  users: '/profile/users',
  audit: '/profile/audit',
  /** a source is at /:id, see src/features/sources/source-routes.ts */
  sources: '/profile/sources',
  /** outlets of decided prices (specification 24.7); an outlet is at /:id */
  outlets: '/profile/outlets',
  /** tracked pages of shops (specification 23.8) */
  pages: '/profile/pages',
  /** administrators and analysts (specification 21.10); its sections are below it */
  matching: '/profile/matching',
  /** rules of notifications (specification 25.7) */
  rules: '/profile/rules',
  /** recommended prices (specification 26.11); the list is at /list */
  recommended: '/profile/recommended',
  /** without a session; the token is in the fragment */
  passwordReset: '/password-reset',
} as const
