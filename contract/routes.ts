/** Routes of the app beside those of the reports, which stand in reports.ts (specification 2.1). */
export const ROUTES = {
  home: '/',
  login: '/login',
  /** leads to the account */
  profile: '/profile',
  account: '/profile/account',
  notifications: '/profile/notifications',
  settings: '/profile/settings',
  saved: '/profile/saved',
} as const
