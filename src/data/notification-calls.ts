import { PATHS, SESSION_PATHS } from '../../contract/paths.ts'
import { send } from './client.ts'
import { fileOf } from './download.ts'
import { httpErrorOf, isHtmlPage, SignInNeededError } from './errors.ts'
import { type Origin, sendThrough } from './saved-answer.ts'

/** Body of the notification list, not parsed; `source` is null if the server has no list (404 or 204). */
export interface NotificationsAnswer {
  source: string | null
  origin: Origin
}

/**
 * Fetches the notification list. Status 401 after a refresh, or an HTML page instead of the list, means that the user
 * must sign in (specification 3.10).
 * @throws SignInNeededError, OfflineMissError, HttpError, or an error of fetch
 */
export async function fetchNotifications(signal: AbortSignal): Promise<NotificationsAnswer> {
  const { response, ...origin } = await sendThrough(PATHS.notifications, { signal })
  if (response.status === 404 || response.status === 204) return { source: null, origin }
  if (response.status === 401) throw new SignInNeededError('HTTP 401')
  // An HTML page with an error status is an error; only a page with status 2xx means that the user must sign in.
  if (!response.ok) throw await httpErrorOf(response)
  const body = await response.text()
  if (isHtml(response) || isHtmlPage(body)) throw new SignInNeededError('a page instead of the list')
  return { source: body, origin }
}

/** Marks a notification as read. @throws HttpError, or an error of fetch */
export const markRead = (id: string): Promise<void> => post(PATHS.readNotification, id)

/** Deletes a notification. @throws HttpError, or an error of fetch */
export const deleteNotification = (id: string): Promise<void> => post(PATHS.deleteNotification, id)

/** Fetches the table attached to a notification. @throws HttpError, Error if there is no table, or an error of fetch */
export async function fetchTable(id: string): Promise<{ file: Blob; name: string }> {
  const response = await send(`${SESSION_PATHS.downloadNotificationTable}${query(id)}`)
  if (!response.ok) throw await httpErrorOf(response)
  if (response.status === 204) throw new Error('no table')
  if (isHtml(response)) throw new Error('a page instead of the table')
  return fileOf(response, `table-${id}`)
}

async function post(path: string, id: string): Promise<void> {
  // With keepalive, the request completes even if the page is closed.
  const response = await send(`${path}${query(id)}`, { method: 'POST', keepalive: true })
  if (!response.ok) throw await httpErrorOf(response)
}

const query = (id: string): string => `?nID=${encodeURIComponent(id)}`

const isHtml = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/html') ?? false
