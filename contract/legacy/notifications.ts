import { isIsoDate, isoToday } from '../lib/dates.ts'
import { FILTER_NAMES, type FilterValues } from '../reports/filters.ts'
import { parseLenientJson, ReadError, UNREADABLE } from './lenient-json.ts'
import { count, finiteNumber, firstMember, isObject, type JsonObject, member, textCell } from './values.ts'

export type NotificationType = 'info' | 'success' | 'error' | 'invitation'

/** Notification as displayed (specification 7.14). */
export interface Notification {
  id: string
  title: string
  /** plain text, whatever it contains */
  body: string
  /** an ISO instant, a day YYYY-MM-DD, or the server's own text if it is neither */
  time: string
  type: NotificationType
  unread: boolean
  percent: number | null
  /** '' if the answer has none */
  site: string
  /** '' if the answer has none */
  vehicle: string
  /** day of the prices, YYYY-MM-DD; null if the answer has neither such a day nor a time */
  day: string | null
  tyres: readonly NotificationTyre[]
  /** only the companion server names it (specification 25.8) */
  rule?: NotifiedRule
}

/** Rule that a notification comes from. */
export interface NotifiedRule {
  /** id of what the rule found; null for the rule of price changes that everybody has */
  firing: number | null
  /** whether the user has muted it; null once a rule is removed */
  muted: boolean | null
}

export interface NotificationAnswer {
  items: readonly Notification[]
  /** number of notifications on the server; at least the length of `items` */
  total: number
}

/** Keys under which an answer may contain the list. */
export const LIST_NAMES = ['notifications', 'items'] as const
const TOTALS = ['total', 'total_count', 'total_rows'] as const
const PAGING_OBJECTS = ['pagination', 'meta'] as const
const IDS = ['notification_id', 'id'] as const
const TITLE = ['vehicle_type', 'site'] as const
const BODIES = ['body', 'message'] as const

const INVITATIONS: ReadonlySet<unknown> = new Set(['invite', 'invitation'])
const READ: ReadonlySet<unknown> = new Set([true, 1, '1', 'true'])

/**
 * Reads GET getNotifications (specification 7.13): a list under notifications or items, or the list itself. Skips
 * notifications without a usable id and those with a repeated id.
 * @param now time of a notification without a date
 * @throws ReadError when the answer is not JSON or contains no list
 */
export function readNotifications(body: string, now: Date = new Date()): NotificationAnswer {
  const { answer, list } = parseNotifications(body)
  const byId = new Map<string, Notification>()
  for (const item of list) {
    const read = isObject(item) ? readNotification(item, now) : null
    if (read && !byId.has(read.id)) byId.set(read.id, read)
  }
  return { items: [...byId.values()], total: Math.max(totalOf(answer) ?? 0, byId.size) }
}

/** Returns the unparsed items, and the JSON of the answer. @throws ReadError if it is not JSON or has no list */
export function parseNotifications(body: string): { answer: unknown; list: readonly unknown[] } {
  const answer = parseLenientJson(body)
  return { answer, list: listOf(answer) }
}

/** Returns the id of an item; null if it has no id that calls can send. */
export function notificationId(item: unknown): string | null {
  const id = isObject(item) ? textCell(firstMember(item, IDS)) : null
  return id === null ? null : String(id)
}

function listOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  if (!isObject(answer)) throw new ReadError(UNREADABLE)
  const list = firstMember(answer, LIST_NAMES)
  if (Array.isArray(list)) return list
  // Null instead of the list, or a total without a list, means an empty list.
  const empty =
    list === undefined && [...LIST_NAMES, ...TOTALS].some((key) => member(answer, key) !== undefined)
  if (!empty) throw new ReadError(UNREADABLE)
  return []
}

function totalOf(answer: unknown): number | null {
  if (!isObject(answer)) return null
  const nested = firstMember(answer, PAGING_OBJECTS)
  return count(firstMember(answer, TOTALS) ?? (isObject(nested) ? firstMember(nested, TOTALS) : null))
}

function readNotification(item: JsonObject, now: Date): Notification | null {
  const id = notificationId(item)
  if (id === null) return null
  const parts = TITLE.map((key) => textCell(member(item, key))).filter((part) => part !== null)
  const words = firstMember(item, BODIES)
  const time = readTime(member(item, 'date'), now)
  const firing = count(member(item, 'firing'))
  const mute = member(item, 'muted')
  const muted = typeof mute === 'boolean' ? mute : null
  return {
    id,
    title: parts.join(' · ') || `Уведомление ${id}`,
    body: typeof words === 'string' ? words.trim() : String(textCell(words) ?? ''),
    time,
    type: readType(item),
    unread: !READ.has(normal(member(item, 'is_read'))),
    percent: finiteNumber(member(item, 'percent')),
    site: textOf(member(item, 'site')),
    vehicle: textOf(member(item, 'vehicle_type')),
    day: dayOf(member(item, 'day')) ?? dayOf(time),
    tyres: readNotificationTyres(member(item, 'tyres')),
    ...((firing ?? muted) !== null && { rule: { firing, muted } }),
  }
}

const textOf = (value: unknown): string => String(textCell(value) ?? '')

/** Returns a day unchanged, and the local day of an instant; null for anything else. */
function dayOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (isIsoDate(value)) return value
  return CANONICAL.test(value) ? isoToday(new Date(value)) : null
}

/** Returns the type by an explicit `type` in the answer, because the specification leaves it open. */
function readType(item: JsonObject): NotificationType {
  if (INVITATIONS.has(normal(member(item, 'vehicle_type')))) return 'invitation'
  const type = normal(member(item, 'type'))
  return type === 'success' || type === 'error' ? type : 'info'
}

const normal = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value)

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Format of toISOString and of most servers, used as it is: parsing thousands of dates takes time. */
const CANONICAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** Reads a time; a time without a time zone is local. */
function readTime(date: unknown, now: Date): string {
  const cell = textCell(date)
  if (cell === null) return now.toISOString()
  if (typeof cell === 'number') return instant(cell) ?? String(cell)
  if (DAY.test(cell) || CANONICAL.test(cell)) return cell
  const [, day, time, zone = ''] = INSTANT.exec(cell) ?? []
  if (!day || !time) return cell
  const zoned = zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase()
  return instant(`${day}T${time.replace(',', '.')}${zoned}`) ?? cell
}

function instant(value: string | number): string | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Tyre mentioned in a line of a notification's body. Only the companion server sends these (specification 7.14). */
export interface NotificationTyre {
  /** index of the line in the body, from 0 */
  line: number
  /** key as tyreKey returns it; missing in notifications of earlier versions */
  key?: string
  /** filters of the price-change report for the tyre, within the notification's site, vehicle type and day */
  filters: FilterValues
}

/** Reads the list of tyres; [] for anything else. Skips invalid entries. */
export function readNotificationTyres(value: unknown): readonly NotificationTyre[] {
  if (!Array.isArray(value)) return NONE
  return value.flatMap((item): NotificationTyre[] => {
    if (!isObject(item)) return []
    const line = count(member(item, 'line'))
    const given = member(item, 'filters')
    if (line === null || !isObject(given)) return []
    const key = textCell(member(item, 'key'))
    return [{ line, ...(key === null ? {} : { key: String(key) }), filters: readFilters(given) }]
  })
}

function readFilters(given: Record<string, unknown>): FilterValues {
  const filters: FilterValues = {}
  for (const name of FILTER_NAMES) {
    const cell = textCell(member(given, name))
    if (cell !== null) filters[name] = String(cell)
  }
  return filters
}

const NONE: readonly NotificationTyre[] = []
