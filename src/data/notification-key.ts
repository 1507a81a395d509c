/** Query key of the notification list, in its own module so that importing it does not pull in the query. */
export const NOTIFICATIONS_KEY = ['notifications'] as const
