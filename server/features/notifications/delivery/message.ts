/** Content of a message about one notification. */
export interface NotificationText {
  /** a notice's title if there is no host */
  vehicle_type: string
  /** null for a notice, which concerns no prices; its percent is meaningless */
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
  /** idempotency key: the same for every attempt, so that channels can recognise a repeat if they support that */
  key: string
  /** notifications of the text, for channels that format them differently */
  notifications: readonly OutgoingNotification[]
}
