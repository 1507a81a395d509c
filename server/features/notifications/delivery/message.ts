/** Content of a message about one notification. */
export interface NotificationText {
  /** vehicle type; for a notice, its title */
  vehicle_type: string
  /** site; null for a notice, which is not about prices and has no meaningful percent */
  host: string | null
  percent: number
  body: string
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
