import { ACCOUNT_PATHS } from '../../contract/paths.ts'
import { jsonBody, sendOnce } from '../data/client.ts'
import { failureText } from '../data/companion-calls.ts'
import { HttpError, textField } from '../data/errors.ts'

/** Reason why a new password was not set. */
export interface ResetRefusal {
  /** reason as text for the user */
  words: string
  /** what caused it: the password, the link, or null for anything else */
  about: 'password' | 'link' | null
}

const NOT_OFFERED: ResetRefusal = {
  words: 'Этот сервер не меняет пароли по ссылке. Обратитесь к администратору.',
  about: 'link',
}

const ABOUT: Readonly<Record<number, ResetRefusal['about']>> = { 400: 'password', 404: 'link' }

/** Statuses of servers that do not support the request. */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Sets a new password with an administrator's link (specification 11.11). The token in the link authorises the request,
 * so no session is needed.
 * @returns null on success
 */
export async function resetPassword(token: string, password: string): Promise<ResetRefusal | null> {
  try {
    const response = await sendOnce(
      ACCOUNT_PATHS.passwordReset,
      { method: 'POST', ...jsonBody({ token, password }) },
      null,
    )
    const { ok, status, statusText } = response
    const body = await response.text()
    const isCompanion = textField(body, ok ? 'message' : 'error') !== null
    if (!isCompanion && (ok || NO_SUCH_CALL.has(status))) return NOT_OFFERED
    if (ok) return null
    return { words: failureText(new HttpError(status, statusText, body)), about: ABOUT[status] ?? null }
  } catch (error) {
    return { words: failureText(error), about: null }
  }
}
