import { isGatewayStatus } from '../../contract/gateway.ts'
import { isObject, member } from '../../contract/legacy/values.ts'

/** Error for a response whose status is not 2xx. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly statusText: string
  readonly body: string

  constructor(status: number, statusText: string, body: string) {
    super(`HTTP ${status}`)
    this.status = status
    this.statusText = statusText
    this.body = body
  }
}

/** Returns whether the error is a gateway's response instead of the backend's. */
export function isGatewayError(error: unknown): error is HttpError {
  return error instanceof HttpError && isGatewayStatus(error.status)
}

/** Error if there is no connection and no saved copy. */
export class OfflineMissError extends Error {
  override name = 'OfflineMissError'

  constructor() {
    super('Нет связи с сервером, и эти данные не сохранены на устройстве.')
  }
}

/** Error if a request needs a session: no token is stored, or a list of the session is answered without its data. */
export class SignInNeededError extends Error {
  override name = 'SignInNeededError'
}

export async function httpErrorOf(response: Response): Promise<HttpError> {
  return new HttpError(response.status, response.statusText, await response.text().catch(() => ''))
}

const BODY_SHOWN = 300

/** Returns a body as text for a user: its message, other text up to BODY_SHOWN characters, or the status text. */
export function bodyExcerpt(error: HttpError): string {
  return messageField(error.body) ?? (responseText(error) || error.statusText)
}

/** Returns the `error` or `message` field of a JSON body; null without one. */
export const messageField = (body: string): string | null =>
  textField(body, 'error') ?? textField(body, 'message')

/** Returns a field of a JSON body if it is a non-empty text; null otherwise. */
export function textField(body: string, name: string): string | null {
  try {
    const answer: unknown = JSON.parse(body)
    const text = isObject(answer) ? member(answer, name) : null
    return typeof text === 'string' && text !== '' ? text : null
  } catch {
    return null
  }
}

/** Returns the start of the body's text; '' for an HTML page. */
export function responseText({ body }: HttpError): string {
  return isHtmlPage(body) ? '' : body.trim().slice(0, BODY_SHOWN)
}

/** Returns whether a body is an HTML page and not data, for example a login page or the app itself. */
export function isHtmlPage(body: string): boolean {
  return /^\s*<(?:!doctype|html)/i.test(body)
}

/** Returns whether the request failed because the user must sign in: without a token, or with status 401. */
export function isSignInNeeded(error: unknown): boolean {
  return error instanceof SignInNeededError || (error instanceof HttpError && error.status === 401)
}

/** Browsers' messages about a lost connection, which are replaced by one in Russian. */
const NO_CONNECTION =
  /failed to fetch|network ?error|error in (input|body) stream|load failed|network request failed|network connection was lost/i

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return NO_CONNECTION.test(message) ? 'Ошибка соединения с сервером' : message
}
