import { queryOptions } from '@tanstack/react-query'
import { type NotificationAnswer, readNotifications } from '../../contract/legacy/notifications.ts'
import { PATHS } from '../../contract/paths.ts'
import { messageOf } from './errors.ts'
import { log } from './log.ts'
import { fetchNotifications } from './notification-calls.ts'
import { NOTIFICATIONS_KEY as queryKey } from './notification-key.ts'
import { type Origin, questionKey } from './saved-answer.ts'

/** List as last received. */
export interface ReceivedNotifications extends NotificationAnswer, Origin {
  /** body of the answer; null once the list has been changed locally. An answer with the same body changes nothing */
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
      // Thousands of notifications are not parsed again every 30 seconds if nothing has changed.
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
  // All observers share the poll: a badge that appears on another page need not fetch again.
  staleTime: NOTIFICATIONS_POLL_MS,
  structuralSharing: false,
})
