import { queryOptions } from '@tanstack/react-query'
import { type NotificationAnswer, readNotifications } from '../../contract/legacy/notifications.ts'
import { PATHS } from '../../contract/paths.ts'
import { messageOf } from './errors.ts'
import { log } from './log.ts'
import { fetchNotifications } from './notification-calls.ts'
import { NOTIFICATIONS_KEY as queryKey } from './notification-key.ts'
import { type Origin, questionKey } from './saved-answer.ts'

export interface ReceivedNotifications extends NotificationAnswer, Origin {
  /** response's body, with which the next response is compared; null once the list has been changed locally */
  source: string | null
}

/** Polling interval in ms (specification 3.10). */
export const NOTIFICATIONS_POLL_MS = 30_000

const request = questionKey('GET', PATHS.notifications)

export const notificationsQuery = queryOptions({
  queryKey,
  meta: { request },
  queryFn: async ({ client, signal }): Promise<ReceivedNotifications> => {
    try {
      const { source, origin } = await fetchNotifications(signal)
      if (source === null) return { items: [], total: 0, source, ...origin }
      const before = client.getQueryData<ReceivedNotifications>(queryKey)
      // An unchanged body is not parsed again: it has thousands of notifications and is polled every 30 seconds.
      if (before?.source === source) {
        const isSame = before.savedAt === origin.savedAt && before.gateway === origin.gateway
        return isSame ? before : { ...before, ...origin }
      }
      return { ...readNotifications(source), source, ...origin }
    } catch (error) {
      if (!signal.aborted) log(`notifications: ${messageOf(error)}`)
      throw error
    }
  },
  // As long as the polling interval: a badge that is mounted on another page uses the data without a request.
  staleTime: NOTIFICATIONS_POLL_MS,
  structuralSharing: false,
})
