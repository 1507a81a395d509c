/** What a message says about one notification. */
export interface NotificationText {
  /** a notice's title, where there is no host */
  vehicle_type: string
  /** null for a notice, which concerns no prices: its percent says nothing */
  host: string | null
  percent: number
  body: string
}

/** One notification as the outbox passes it to the channels. */
export interface OutgoingNotification extends NotificationText {
  notification_id: number
  /** YYYY-MM-DD */
  day: string
}

export interface Message {
  /** one line */
  subject: string
  /** plain text, never markup: anything that looks like HTML must be shown literally */
  text: string
  /** idempotency key: the same for every attempt, so that channels able to can recognise a repeat */
  key: string
  /** the notifications behind the text, for channels that format them differently */
  notifications: readonly OutgoingNotification[]
}
