import { ROUTES } from '../../../../contract/routes.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'

/** Content of a message about one notification. */
export interface NotificationText {
  /** vehicle type; for a notice, its title */
  vehicle_type: string
  /** site; null for a notice, which is not about prices and has no meaningful percent */
  host: string | null
  percent: number
  body: string
  /**
   * path of the app with exactly the tyres of a rule's notification (specification 25.8), whose body begins with a line
   * that names the rule; null for other notifications
   */
  found?: string | null
}

/** Notification as the outbox passes it to the channels. */
export interface OutgoingNotification extends NotificationText {
  notification_id: number
  /** YYYY-MM-DD */
  day: string
}

export interface Message {
  /** one line */
  subject: string
  /** plain text, never markup: anything that looks like HTML must be displayed literally */
  text: string
  /** idempotency key: the same for every attempt, for channels that can discard repeated messages */
  key: string
  /** notifications in the text, for channels that format them in another way */
  notifications: readonly OutgoingNotification[]
}

/** Maximum length of a card's path: a push message has no room for the address of a long article. */
const MAX_CARD_PATH_LENGTH = 1_000

export interface FiringColumns {
  day: string
  firing_id: number | null
  /** number of events; null without a firing */
  events: number | null
  /** JSON of NotificationTyre[]: the tyres that the body names */
  tyres: string
}

/** Returns the path of the tyres that a rule's notification reports: the card of a single one, or the list. */
export function foundPath({ day, firing_id, events, tyres }: FiringColumns): string | null {
  if (firing_id === null) return null
  const keys = (JSON.parse(tyres) as { key?: string }[]).map(({ key }) => key)
  const [key] = keys
  if (key !== undefined && keys.length === Number(events) && keys.every((other) => other === key)) {
    const card = cardPath(key, { date: day, city: null, why: null })
    if (card.length <= MAX_CARD_PATH_LENGTH) return card
  }
  return `${ROUTES.rules}/firings/${firing_id}`
}

/** Number formats of notifications and messages. */

/** Formats roubles, without kopecks if there are none: '5 990 ₽'. */
export const messagePrice = new Intl.NumberFormat('ru-RU', {
  style: 'currency',
  currency: 'RUB',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
})

/** Formats a change in percent with its sign and one decimal; withMinus replaces its hyphen. */
export const messagePercent = new Intl.NumberFormat('ru-RU', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** Duration of a lease in ms. It ends even if no server noticed the death of the worker. */
export const LEASE_MS = 60_000

/** Outbox rows of one message: for one user, one channel and, for push, one device; leased by a worker. */
export interface Batch {
  userId: string
  channel: string
  address: string
  /** number of times that these rows have been leased, including this time */
  attempts: number
  leasedUntil: number
  rows: (OutgoingNotification & { id: number })[]
}

export const idsOf = (batches: readonly Batch[]): number[] =>
  batches.flatMap(({ rows }) => rows.map(({ id }) => id))

/**
 * Vehicle type stored for a notification that summarises several types. A type of this name in a price list never gets
 * its own notification, so the name is unambiguous.
 */
export const OTHER_TYPES = 'Остальные типы'

/** Returns the vehicle type by which clients filter a notification's report; '' for any. */
export const vehicleFilter = (storedType: string): string => (storedType === OTHER_TYPES ? '' : storedType)
