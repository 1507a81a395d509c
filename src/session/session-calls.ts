import { asksForSecondFactor } from '../../contract/account/sign-in.ts'
import { isGatewayStatus } from '../../contract/gateway.ts'
import { withTimeout } from '../../contract/lib/with-timeout.ts'
import { SESSION_PATHS } from '../../contract/paths.ts'
import {
  type CallOutcome,
  discard,
  jsonBody,
  readAccessToken,
  refresh,
  refusalOf,
  sendOnce,
} from '../data/client.ts'
import { messageOf, textField } from '../data/errors.ts'
import { log } from '../data/log.ts'
import {
  acceptedWithin,
  clearLoggedOut,
  forgetSession,
  isLoggedOut,
  isLogoutUnsent,
  markAccepted,
  markLoggedOut,
  markLogoutUnsent,
  storedToken,
  storeToken,
  storeUsername,
} from '../data/stored-session.ts'

/** Time limit in ms for each step of the session check (specification 1.6). */
const STEP_TIMEOUT_MS = 4000

/**
 * Checks the session (specification 1.6).
 * @returns 'unreachable' only if the server answered none of the steps (specification 1.12); a gateway's answer does
 * not count as the server's
 */
export async function checkSession(): Promise<CallOutcome> {
  if (isLoggedOut()) return { kind: 'refused', status: null }
  const token = storedToken()
  const first: CallOutcome = token === null ? UNASKED : await tryToken(token)
  const outcome = first.kind === 'accepted' ? first : stronger(first, await tryRefresh(token))
  return isLoggedOut() ? { kind: 'refused', status: null } : outcome
}

const UNASKED: CallOutcome = { kind: 'unreachable', status: null }

/**
 * Returns the result of two steps: the later one if the server answered it. Of two steps without an answer, one with a
 * gateway's status is preferred.
 */
function stronger(former: CallOutcome, later: CallOutcome): CallOutcome {
  if (later.kind !== 'unreachable') return later
  return former.kind === 'unreachable' && former.status === null ? later : former
}

async function tryToken(token: string): Promise<CallOutcome> {
  try {
    const response = await withTimeout(STEP_TIMEOUT_MS, (signal) =>
      sendOnce(SESSION_PATHS.checkToken, { signal }, token),
    )
    discard(response)
    return response.ok ? { kind: 'accepted' } : refusalOf(response)
  } catch {
    return UNASKED
  }
}

async function tryRefresh(sent: string | null): Promise<CallOutcome> {
  const token = storedToken()
  // Another request has refreshed the token since this check began.
  if (token !== null && token !== sent) return { kind: 'accepted' }
  try {
    return await withTimeout(STEP_TIMEOUT_MS, refresh)
  } catch {
    return UNASKED
  }
}

export interface SignInRefusal {
  /** reason as text for the user */
  words: string
  /**
   * whether the password is correct but a code of the second factor is missing or wrong (specification 11.7); undefined
   * if the server checked neither
   */
  asksForCode?: boolean
}

const REFUSED: SignInRefusal = { words: 'Неверный логин или пароль', asksForCode: false }
const UNREACHABLE: SignInRefusal = { words: 'Ошибка соединения с сервером' }

/**
 * Signs in (specification 1.3 and 1.4).
 * @param code of the second factor, once the server has requested it
 * @returns null on success
 */
export async function login(
  username: string,
  password: string,
  code?: string,
): Promise<SignInRefusal | null> {
  // Waits for a logout that is being sent: it must not end the new session.
  await telling
  try {
    const response = await sendOnce(
      SESSION_PATHS.login,
      { method: 'POST', ...jsonBody({ username, password, code }) },
      null,
    )
    if (isGatewayStatus(response.status)) return UNREACHABLE
    if (!response.ok) return refusalOfSignIn(response.status, await response.text(), code)
    const token = await readAccessToken(response)
    if (token === null) {
      log('sign-in answer without access_token')
      return REFUSED
    }
    clearLoggedOut()
    storeUsername(username)
    storeToken(token)
    return null
  } catch (error) {
    log(`sign-in failed: ${messageOf(error)}`)
    return UNREACHABLE
  }
}

function refusalOfSignIn(status: number, body: string, code: string | undefined): SignInRefusal {
  const tooMany = status === 429 ? textField(body, 'error') : null
  if (tooMany !== null) return { words: tooMany }
  return status === 401 && asksForSecondFactor(body)
    ? { words: code ? 'Неверный код' : 'Введите код из приложения', asksForCode: true }
    : REFUSED
}

type LogoutPath = typeof SESSION_PATHS.logout | typeof SESSION_PATHS.cabinetLogout

/**
 * Ends the session on this device, then sends the logout to the server. The local session is ended even if that request
 * fails (specification 1.9).
 */
export async function logout(path: LogoutPath): Promise<void> {
  const token = storedToken()
  // Marked before the request, so that a token refresh that is in flight cannot store a token, and a server that does
  // not answer cannot delay the logout.
  markLoggedOut()
  markLogoutUnsent(true)
  forgetSession()
  await tellLogout(path, token)
}

/** Sends a logout that was made offline. */
export async function sendUnsentLogout(): Promise<void> {
  if (isLogoutUnsent()) await (telling ?? tellLogout(SESSION_PATHS.logout, null))
}

let telling: Promise<void> | undefined

function tellLogout(path: LogoutPath, token: string | null): Promise<void> {
  telling = postLogout(path, token).finally(() => {
    telling = undefined
  })
  return telling
}

async function postLogout(path: LogoutPath, token: string | null): Promise<void> {
  try {
    const response = await withTimeout(STEP_TIMEOUT_MS, (signal) =>
      sendOnce(path, { method: 'POST', signal }, token),
    )
    discard(response)
    // If a gateway answered, the server has not received the logout.
    markLogoutUnsent(isGatewayStatus(response.status))
  } catch (error) {
    log(`logout call failed: ${messageOf(error)}`)
  }
}

/** Time in ms after the server's last acceptance in which a user may work offline (specification 1.12). */
export const OFFLINE_LIMIT_MS = 30 * 24 * 60 * 60 * 1000

/** Whether the app opens with the server's data ('online') or with saved data ('offline'), or not at all. */
export type Admission = 'online' | 'offline' | 'none'

export function admit(outcome: CallOutcome): Admission {
  if (outcome.kind === 'accepted') {
    markAccepted()
    return 'online'
  }
  return outcome.kind === 'unreachable' && acceptedWithin(OFFLINE_LIMIT_MS) ? 'offline' : 'none'
}

/**
 * Returns whether the server has refused this session. A server error also leads to the login screen, but does not mean
 * that the server has ended the session.
 */
export function isRefusal(outcome: CallOutcome): boolean {
  return outcome.kind === 'refused' && outcome.status !== null && outcome.status < 500
}
