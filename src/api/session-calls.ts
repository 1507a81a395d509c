import { PATHS } from '../../contract/paths.ts'
import { jsonBody, readAccessToken, refresh, sendOnce } from './client.ts'
import { messageOf } from './errors.ts'
import { log } from './log.ts'
import {
  clearLoggedOut,
  forgetSession,
  isLoggedOut,
  markLoggedOut,
  storedToken,
  storeToken,
  storeUsername,
} from './stored-session.ts'

/** Each step of the session check gives up after this time (document 1 §9). */
const STEP_TIMEOUT_MS = 4000

/** Document 1 §4, Session check. @returns whether the visitor is authenticated */
export async function checkSession(): Promise<boolean> {
  if (isLoggedOut()) return false
  const token = storedToken()
  if (token !== null && (await isAccepted(token))) return !isLoggedOut()
  return (await refreshInTime()) && !isLoggedOut()
}

async function isAccepted(token: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(STEP_TIMEOUT_MS)
    return (await sendOnce(PATHS.checkToken, { signal }, token)).ok
  } catch {
    return false
  }
}

async function refreshInTime(): Promise<boolean> {
  try {
    return await refresh(AbortSignal.timeout(STEP_TIMEOUT_MS))
  } catch {
    return false
  }
}

const LOGIN_REFUSED = 'Неверный логин или пароль'
const LOGIN_UNREACHABLE = 'Ошибка соединения с сервером'

/** @returns null after success, otherwise what to tell the person (document 1 §8) */
export async function login(username: string, password: string): Promise<string | null> {
  try {
    const response = await sendOnce(
      PATHS.login,
      { method: 'POST', ...jsonBody({ username, password }) },
      null,
    )
    if (!response.ok) return LOGIN_REFUSED
    const token = await readAccessToken(response)
    if (token === null) {
      log('sign-in answer without access_token')
      return LOGIN_REFUSED
    }
    clearLoggedOut()
    storeToken(token)
    storeUsername(username)
    return null
  } catch (error) {
    log(`sign-in failed: ${messageOf(error)}`)
    return LOGIN_UNREACHABLE
  }
}

/** Tries a server call, then forgets the session whatever came of it (document 1 §4). */
export async function logout(path: typeof PATHS.logout | typeof PATHS.cabinetLogout): Promise<void> {
  const token = storedToken()
  // At once: an answer in flight must not store a token again, and a hanging server must not keep anybody in.
  markLoggedOut()
  forgetSession()
  try {
    await sendOnce(path, { method: 'POST', signal: AbortSignal.timeout(STEP_TIMEOUT_MS) }, token)
  } catch (error) {
    log(`logout call failed: ${messageOf(error)}`)
  }
}
