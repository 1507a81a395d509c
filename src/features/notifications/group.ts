import type { Notification } from '../../../contract/legacy/notifications.ts'
import { isoToday } from '../../../contract/lib/dates.ts'
import { isNotice } from '../../../contract/notifications/notices.ts'

/** Headings above the first notification of a group. */
export interface GroupHead {
  /** YYYY-MM-DD, or the server's own text for a time; set where a day begins */
  day?: string
  /** set where a site begins within the day */
  site?: string
}

export interface GroupedNotifications {
  items: readonly Notification[]
  /** headings by the id of the notification below them */
  heads: ReadonlyMap<string, GroupHead>
}

/** Group key for notifications that are not about a site. */
const NOTICES = Symbol('notices')

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/**
 * Returns the day under which a notification is listed. A notice has no day of prices, so it is listed under the day
 * in the reader's zone, like its time.
 */
function dayOf(notification: Notification): string {
  const { day, time } = notification
  const moment = isNotice(notification) && INSTANT.test(time) ? new Date(time) : null
  return moment && !Number.isNaN(moment.getTime()) ? isoToday(moment) : (day ?? time)
}

/**
 * Groups by day, then by site, each in the server's order: newest first. Notices come first in their day; below a
 * site's heading they would seem to belong to that site.
 */
export function grouped(notifications: readonly Notification[]): GroupedNotifications {
  const days = new Map<string, Map<string | typeof NOTICES, Notification[]>>()
  for (const notification of notifications) {
    const day = dayOf(notification)
    const sites = days.get(day) ?? new Map<string | typeof NOTICES, Notification[]>()
    days.set(day, sites)
    const site = isNotice(notification) ? NOTICES : notification.site
    const ofSite = sites.get(site)
    if (ofSite) ofSite.push(notification)
    else sites.set(site, [notification])
  }
  const items: Notification[] = []
  const heads = new Map<string, GroupHead>()
  for (const [day, sites] of days) {
    let first: GroupHead = { day }
    const ordered = [...sites].sort(([a], [b]) => Number(b === NOTICES) - Number(a === NOTICES))
    for (const [site, ofSite] of ordered) {
      const named = typeof site === 'string' && site !== ''
      heads.set((ofSite[0] as Notification).id, named ? { ...first, site } : first)
      first = {}
      items.push(...ofSite)
    }
  }
  return { items, heads }
}
