import { isGatewayStatus } from '../../contract/gateway.ts'
import { isObject, member } from '../../contract/legacy/values.ts'

/** Error of a response that is not ok. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly statusText: string
  /** body of the answer as text */
  readonly body: string

  constructor(status: number, statusText: string, body: string) {
    super(`HTTP ${status}`)
    this.status = status
    this.statusText = statusText
    this.body = body
  }
}

/** Returns whether a gateway answered instead of the backend, and there was no saved copy. */
export function isGatewayError(error: unknown): error is HttpError {
  return error instanceof HttpError && isGatewayStatus(error.status)
}

/** Error when there is neither a network nor a saved copy. */
export class OfflineMissError extends Error {
  override name = 'OfflineMissError'

  constructor() {
    super('Нет связи с сервером, и эти данные не сохранены на устройстве.')
  }
}

/** Error of a call that needs a token when there is none. */
export class NoTokenError extends Error {
  override name = 'NoTokenError'
}

export async function httpErrorOf(response: Response): Promise<HttpError> {
  return new HttpError(response.status, response.statusText, await response.text().catch(() => ''))
}

const BODY_SHOWN = 300

/**
 * Returns a body as readable text: the message of JSON, other text unchanged, and the status text for HTML pages and
 * empty bodies.
 */
export function bodyExcerpt(error: HttpError): string {
  return messageField(error.body) ?? (responseText(error) || error.statusText)
}

/** Returns the error or message field of a JSON body, or null. */
export const messageField = (body: string): string | null =>
  textField(body, 'error') ?? textField(body, 'message')

/** Returns a text field of a JSON body; null if it is missing, empty or something else. */
export function textField(body: string, name: string): string | null {
  try {
    const answer: unknown = JSON.parse(body)
    const text = isObject(answer) ? member(answer, name) : null
    return typeof text === 'string' && text !== '' ? text : null
  } catch {
    return null
  }
}

/** Returns the text of the answer; '' for an HTML page. */
export function responseText({ body }: HttpError): string {
  return isHtmlPage(body) ? '' : body.trim().slice(0, BODY_SHOWN)
}

/** Returns whether a body is a page instead of data: a login page, or the app itself. */
export function isHtmlPage(body: string): boolean {
  return /^\s*<(?:!doctype|html)/i.test(body)
}

/** Returns whether the server does not accept the session of this call, or there is none. */
export function isSignInNeeded(error: unknown): boolean {
  return error instanceof NoTokenError || (error instanceof HttpError && error.status === 401)
}

/** Browsers' messages about a missing connection, which do not help the user. */
const NO_CONNECTION =
  /failed to fetch|network ?error|error in (input|body) stream|load failed|network request failed|network connection was lost/i

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return NO_CONNECTION.test(message) ? 'Ошибка соединения с сервером' : message
}
