/** URL that a visitor requested before being redirected to the login screen. */
interface OriginState {
  from: Place
  /** set to show the login screen even if a session seems to exist */
  again?: true
}

type Place = Readonly<Record<'pathname' | 'search' | 'hash', string>>

export function originState({ pathname, search, hash }: Place): OriginState {
  return { from: { pathname, search, hash } }
}

/** Returns an origin state that shows the login screen without checking the session. */
export function againState(place: Place): OriginState {
  return { ...originState(place), again: true }
}

export function wantsSignIn(state: unknown): boolean {
  return (state as Partial<OriginState> | null)?.again === true
}

/**
 * Returns the URL that the visitor requested.
 * @returns '/' if it is unknown
 */
export function originOf(state: unknown): string {
  const from = (state as Partial<OriginState> | null)?.from
  // Only paths of this app are allowed: '//host' would lead to another site.
  if (!from?.pathname.startsWith('/') || from.pathname.startsWith('//')) return '/'
  return `${from.pathname}${from.search}${from.hash}`
}
