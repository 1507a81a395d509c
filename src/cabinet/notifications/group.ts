import type { Notification } from '../../../contract/read/notifications.ts'

/** Headings above the first notification of a group. */
export interface GroupHead {
  /** YYYY-MM-DD, or the server's own text for a time; only where a day begins */
  day?: string
  /** only where a site begins within the day */
  site?: string
}

export interface GroupedNotifications {
  items: readonly Notification[]
  /** by the id of the notification below it */
  heads: ReadonlyMap<string, GroupHead>
}

/** Groups by day, then by site, each in the server's order: newest first. */
export function grouped(notifications: readonly Notification[]): GroupedNotifications {
  const days = new Map<string, Map<string, Notification[]>>()
  for (const notification of notifications) {
    const day = notification.day ?? notification.time
    const sites = days.get(day) ?? new Map<string, Notification[]>()
    days.set(day, sites)
    const ofSite = sites.get(notification.site)
    if (ofSite) ofSite.push(notification)
    else sites.set(notification.site, [notification])
  }
  const items: Notification[] = []
  const heads = new Map<string, GroupHead>()
  for (const [day, sites] of days) {
    let first: GroupHead = { day }
    for (const [site, ofSite] of sites) {
      heads.set((ofSite[0] as Notification).id, site === '' ? first : { ...first, site })
      first = {}
      items.push(...ofSite)
    }
  }
  return { items, heads }
}
