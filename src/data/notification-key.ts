/** Of the query for the list of notifications, for those who need none of its code. */
export const NOTIFICATIONS_KEY = ['notifications'] as const
