/** What a message tells of one notification. */
export interface NotificationText {
  vehicle_type: string
  host: string
  percent: number
  body: string
}

/** One notification as the outbox gives it to the channels. */
export interface OutgoingNotification extends NotificationText {
  notification_id: number
  /** YYYY-MM-DD */
  day: string
}

export interface Message {
  /** one line */
  subject: string
  /** plain text, never markup: whatever looks like HTML in it is to be shown as it is */
  text: string
  /** the same for every attempt at the same message, so that a channel which can recognises a repeat */
  key: string
  /** what the text tells of, for a channel that has another form for it */
  notifications: readonly OutgoingNotification[]
}
