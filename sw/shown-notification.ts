/** What a shown notification remembers; paths of the app. */
export interface NotificationData {
  path: string
  report: string | null
  ids: readonly string[]
}

/** As browsers have it; TypeScript's library does not know `actions` and `renotify`. */
export interface ShownNotification extends NotificationOptions {
  actions: { action: string; title: string }[]
  renotify: boolean
  data: NotificationData
}
