/** The session data kept in the browser (specification 1.5); nothing else reads or writes it. */

import { DECISIONS_DATABASE } from '../../contract/decisions/database.ts'
import { keepIfRoom } from '../lib/keep-if-room.ts'
import { createListeners } from '../lib/listeners.ts'

const tokenListeners = createListeners()

const TOKEN_KEYS = ['access_token', 'token'] as const
const USERNAME_KEY = 'username'
const LOGGED_OUT_KEY = 'logged_out'
const ACCEPTED_AT_KEY = 'accepted_at'
const LOGOUT_UNSENT_KEY = 'logout_unsent'
/** what this user lately opened, see src/features/search/recent-tyres.ts */
export const RECENT_TYRES_KEY = 'recent_tyres'
/** the report that this user looked at last, see src/features/report-choice/last-report.ts */
export const LAST_REPORT_KEY = 'last_report'
/** the city whose prices this user compared last, see src/features/report-choice/kept-city.ts */
export const MARKET_CITY_KEY = 'market_city'
/** the columns of this user's files of decisions, see src/features/decisions/file/profile.ts */
export const DECISION_FILE_KEY = 'decision_file'
/** how many prices this user has decided, see src/features/decisions/basket.ts */
const DECISION_COUNT_KEY = 'decision_count'
/** how many hints this user has seen, see src/features/home/first-hints.ts */
export const HINTS_SEEN_KEY = 'hints_seen'
/** views kept on this device, see device-views.ts */
export const VIEWS_KEY = 'views'
/** views pinned on this device, see src/features/saved-views/pinned/pins.ts */
export const VIEW_PINS_KEY = 'view_pins'
/** how this user arranged the columns of reports, see src/features/report/layouts/kept-columns.ts */
export const COLUMNS_KEY = 'columns'
const PERSONAL_KEYS = [
  RECENT_TYRES_KEY,
  LAST_REPORT_KEY,
  MARKET_CITY_KEY,
  DECISION_FILE_KEY,
  DECISION_COUNT_KEY,
  HINTS_SEEN_KEY,
  VIEWS_KEY,
  VIEW_PINS_KEY,
  COLUMNS_KEY,
]

/** The bearer token, from local or session storage, under either of its names (specification 1.8). */
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
  tokenListeners.tell()
}

/** Calls back when this page stores a token. @returns a function that stops listening */
export const onTokenStored = tokenListeners.add

export function storedUsername(): string {
  return localStorage.getItem(USERNAME_KEY) ?? ''
}

/** Another user invalidates the server's last acceptance on this device. */
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

/** What a person has made or looked at here; a session that merely ends leaves it to the same person. */
function forgetPersonal(): void {
  for (const key of PERSONAL_KEYS) localStorage.removeItem(key)
  countedHere = null
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DECISIONS_DATABASE)
}

/** Where the device has no room for it. */
let countedHere: number | null = null

/** How many prices this person has decided on this device, told without opening their database. */
export const decidedCount = (): number =>
  countedHere ?? (Number(localStorage.getItem(DECISION_COUNT_KEY)) || 0)

export function storeDecidedCount(count: number): void {
  countedHere = keepIfRoom(DECISION_COUNT_KEY, String(count)) ? null : count
}

/** Records that the server has just accepted this user on this device. */
export function markAccepted(now = Date.now()): void {
  localStorage.setItem(ACCEPTED_AT_KEY, String(now))
}

/** @returns whether the server accepted the stored user on this device within this time */
export function acceptedWithin(ms: number, now = Date.now()): boolean {
  const age = now - Number(localStorage.getItem(ACCEPTED_AT_KEY) ?? Number.NaN)
  return storedToken() !== null && age >= 0 && age <= ms
}

/** Kept for the browser session: a logout lasts, whatever cookie remains. */
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

/**
 * Whether a logout was made without a network. The cookie is then still valid, and no tab may use it for a session until the
 * server has been told.
 */
export function isLogoutUnsent(): boolean {
  return localStorage.getItem(LOGOUT_UNSENT_KEY) !== null
}

export function markLogoutUnsent(unsent: boolean): void {
  if (unsent) localStorage.setItem(LOGOUT_UNSENT_KEY, '1')
  else localStorage.removeItem(LOGOUT_UNSENT_KEY)
}

/** Calls back when another tab signs out or in. @returns a function that stops listening */
export function onTokenChangedElsewhere(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEYS[0]) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
