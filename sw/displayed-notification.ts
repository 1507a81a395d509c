/** Data stored in a displayed notification; paths are paths of the app. */
export interface NotificationData {
  path: string
  report: string | null
  ids: readonly string[]
}

/** Browsers' options; TypeScript's library lacks `actions` and `renotify`. */
export interface DisplayedNotification extends NotificationOptions {
  actions: { action: string; title: string }[]
  renotify: boolean
  data: NotificationData
}
