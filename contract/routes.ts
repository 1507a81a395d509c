/** Routes of the app except those of the reports, which are in reports.ts (specification 2.1). */
export const ROUTES = {
  home: '/',
  login: '/login',
  /** redirects to the account */
  profile: '/profile',
  account: '/profile/account',
  notifications: '/profile/notifications',
  settings: '/profile/settings',
  saved: '/profile/saved',
} as const
