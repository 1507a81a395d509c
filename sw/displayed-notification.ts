/** Data stored in a displayed notification; `path` and `report` are paths of the app. */
export interface NotificationData {
  path: string
  report: string | null
  ids: readonly string[]
}

/** Options of showNotification; TypeScript's library does not declare `actions` and `renotify`. */
export interface DisplayedNotification extends NotificationOptions {
  actions: { action: string; title: string }[]
  renotify: boolean
  data: NotificationData
}
