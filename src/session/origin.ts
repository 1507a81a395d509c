/** Address that a visitor requested before being sent to the login screen. */
interface OriginState {
  from: Place
  /** shows the login screen even if a session seems to exist */
  again?: true
}

type Place = Readonly<Record<'pathname' | 'search' | 'hash', string>>

export function originState({ pathname, search, hash }: Place): OriginState {
  return { from: { pathname, search, hash } }
}

/** Returns an originState that skips the session check and shows the login screen. */
export function againState(place: Place): OriginState {
  return { ...originState(place), again: true }
}

export function wantsSignIn(state: unknown): boolean {
  return (state as Partial<OriginState> | null)?.again === true
}

/**
 * Returns the requested address.
 * @returns '/' if none is known
 */
export function originOf(state: unknown): string {
  const from = (state as Partial<OriginState> | null)?.from
  // Only paths of the app: '//host' would leave it.
  if (!from?.pathname.startsWith('/') || from.pathname.startsWith('//')) return '/'
  return `${from.pathname}${from.search}${from.hash}`
}
