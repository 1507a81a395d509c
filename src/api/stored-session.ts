/** What the browser keeps of a session (document 1 §3), and the only place that reads and writes it. */

const TOKEN_KEYS = ['access_token', 'token'] as const
const USERNAME_KEY = 'username'
const LOGGED_OUT_KEY = 'logged_out'

/** The bearer token, from local or session storage, under either of its names (document 1 §6). */
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
}

export function storedUsername(): string {
  return localStorage.getItem(USERNAME_KEY) ?? ''
}

export function storeUsername(username: string): void {
  localStorage.setItem(USERNAME_KEY, username)
}

export function forgetSession(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of [...TOKEN_KEYS, USERNAME_KEY]) storage.removeItem(key)
  }
}

/** Kept for the browser session: whoever logged out stays out, whatever cookie is left. */
export function isLoggedOut(): boolean {
  return sessionStorage.getItem(LOGGED_OUT_KEY) !== null
}

export function markLoggedOut(): void {
  sessionStorage.setItem(LOGGED_OUT_KEY, '1')
}

export function clearLoggedOut(): void {
  sessionStorage.removeItem(LOGGED_OUT_KEY)
}

/** Calls back when another tab signs out or in. @returns a function that stops listening */
export function onTokenChangedElsewhere(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEYS[0]) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
