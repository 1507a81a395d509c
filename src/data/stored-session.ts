/** Keys of the session data in the browser's storage, which no other module uses (specification 1.5). */

import { DECISIONS_DATABASE } from '../../contract/decisions/database.ts'
import { serverNow } from '../../contract/lib/clock.ts'
import { listen } from '../lib/listen.ts'
import { forgetPersonalPreferences } from '../lib/preferences.ts'
import { createStore, type ReadableStore } from '../lib/store.ts'

const TOKEN_KEYS = ['access_token', 'token'] as const
const USERNAME_KEY = 'username'
const LOGGED_OUT_KEY = 'logged_out'
const ACCEPTED_AT_KEY = 'accepted_at'
const LOGOUT_UNSENT_KEY = 'logout_unsent'

/** Returns the bearer token from local or session storage, which has two names (specification 1.8), or null. */
export function storedToken(): string | null {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of TOKEN_KEYS) {
      const token = storage.getItem(key)
      if (token) return token
    }
  }
  return null
}

export function storeToken(token: string): void {
  for (const key of TOKEN_KEYS) localStorage.setItem(key, token)
  lastToken.set({ token })
}

const lastToken = createStore<{ token: string } | null>(null)

/** Token that this tab stored last; a new object for each stored token. */
export const lastStoredToken: ReadableStore<{ token: string } | null> = lastToken

export function storedUsername(): string {
  return localStorage.getItem(USERNAME_KEY) ?? ''
}

/** Stores the user name; another user's name removes the former user's personal data and last acceptance. */
export function storeUsername(username: string): void {
  if (username !== storedUsername()) {
    localStorage.removeItem(ACCEPTED_AT_KEY)
    forgetPersonal()
  }
  localStorage.setItem(USERNAME_KEY, username)
}

export function forgetSession(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of [...TOKEN_KEYS, USERNAME_KEY, ACCEPTED_AT_KEY]) storage.removeItem(key)
  }
  forgetPersonal()
}

/** Removes personal data. Not called when a session expires: the same user then finds the data again. */
function forgetPersonal(): void {
  forgetPersonalPreferences()
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DECISIONS_DATABASE)
}

/** Stores that the server has just accepted this user on this device. */
export function markAccepted(now = serverNow()): void {
  localStorage.setItem(ACCEPTED_AT_KEY, String(now))
}

/** Returns when the server last accepted the stored user on this device, in ms; NaN if never. */
export const acceptedAt = (): number => Number(localStorage.getItem(ACCEPTED_AT_KEY) ?? Number.NaN)

/** Returns whether the server accepted the user here within `ms`; a clock that was set back ends no session. */
export function acceptedWithin(ms: number, now = serverNow()): boolean {
  return storedToken() !== null && now - acceptedAt() <= ms
}

/** Returns whether the user signed out, which lasts for the browser session even with a valid cookie. */
export function isLoggedOut(): boolean {
  return sessionStorage.getItem(LOGGED_OUT_KEY) !== null || isLogoutUnsent()
}

export function markLoggedOut(): void {
  sessionStorage.setItem(LOGGED_OUT_KEY, '1')
}

export function clearLoggedOut(): void {
  sessionStorage.removeItem(LOGGED_OUT_KEY)
  localStorage.removeItem(LOGOUT_UNSENT_KEY)
}

/** Returns whether the user signed out offline: no tab may use the cookie until the server knows of it. */
export function isLogoutUnsent(): boolean {
  return localStorage.getItem(LOGOUT_UNSENT_KEY) !== null
}

export function markLogoutUnsent(unsent: boolean): void {
  if (unsent) localStorage.setItem(LOGOUT_UNSENT_KEY, '1')
  else localStorage.removeItem(LOGOUT_UNSENT_KEY)
}

/** Calls the callback when another tab signs in or out. @returns a function that removes the listener */
export function onTokenChangedElsewhere(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEYS[0]) callback()
  }
  return listen(window, 'storage', listener)
}
