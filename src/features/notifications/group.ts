import type { Notification } from '../../../contract/legacy/notifications.ts'
import { addDays, isIsoDate, isoToday } from '../../../contract/lib/dates.ts'
import { isNotice } from '../../../contract/notifications/notices.ts'

/** Headings above the first notification of a group; a notification may begin a day, a site, or both. */
export interface GroupHead {
  /** YYYY-MM-DD, or the server's text instead of a time; set on the first notification of a day */
  day?: string
  /** set on the first notification of a site within a day */
  site?: string
}

export interface GroupedNotifications {
  items: readonly Notification[]
  /** headings by the id of the notification that they precede */
  heads: ReadonlyMap<string, GroupHead>
}

/** Group key for notifications that are not about a site. */
const NOTICES = Symbol('notices')

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/** Returns the day of a notification's time in the user's time zone; null without such a time. */
function arrivalDay({ time }: Notification): string | null {
  const moment = INSTANT.test(time) ? new Date(time) : null
  return moment && !Number.isNaN(moment.getTime()) ? isoToday(moment) : null
}

/** Returns the day under which a notification is listed; notices have no day of prices, only that of their arrival. */
function dayOf(notification: Notification): string {
  const { day, time } = notification
  return (isNotice(notification) ? arrivalDay(notification) : null) ?? day ?? time
}

type SitesOfDay = Map<string | typeof NOTICES, Notification[]>

/**
 * Returns the days in the order of the answer, but a day with notices above the day before it, if the newest of both
 * arrived on one day of the user: east of the server the prices of yesterday that arrive after midnight would otherwise
 * push the notices of today below all of yesterday.
 */
function orderedDays(days: ReadonlyMap<string, SitesOfDay>): { day: string; sites: SitesOfDay }[] {
  const ordered: { day: string; sites: SitesOfDay; arrived: string | null }[] = []
  for (const [day, sites] of days) {
    const [[newest] = []] = sites.values()
    const arrived = newest ? arrivalDay(newest) : null
    const before = sites.has(NOTICES) && isIsoDate(day) ? addDays(day, -1) : null
    const at = ordered.findIndex((one) => one.day === before && one.arrived === arrived)
    ordered.splice(at === -1 ? ordered.length : at, 0, { day, sites, arrived })
  }
  return ordered
}

/**
 * Groups notifications by day, then by site, in the server's order, newest first. Within a day, notices come first:
 * after a site's heading they would seem to belong to that site.
 */
export function grouped(notifications: readonly Notification[]): GroupedNotifications {
  const days = new Map<string, SitesOfDay>()
  for (const notification of notifications) {
    const day = dayOf(notification)
    const sites = days.get(day) ?? (new Map() as SitesOfDay)
    days.set(day, sites)
    const site = isNotice(notification) ? NOTICES : notification.site
    const ofSite = sites.get(site)
    if (ofSite) ofSite.push(notification)
    else sites.set(site, [notification])
  }
  const items: Notification[] = []
  const heads = new Map<string, GroupHead>()
  for (const { day, sites } of orderedDays(days)) {
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
