/** The address that a visitor wanted before being sent to the login screen. */
interface OriginState {
  from: Place
  /** they want to sign in even if a session seems to exist */
  again?: true
}

type Place = Readonly<Record<'pathname' | 'search' | 'hash', string>>

export function originState({ pathname, search, hash }: Place): OriginState {
  return { from: { pathname, search, hash } }
}

/** Like originState, but skips the session check to show the login screen. */
export function againState(place: Place): OriginState {
  return { ...originState(place), again: true }
}

export function wantsSignIn(state: unknown): boolean {
  return (state as Partial<OriginState> | null)?.again === true
}

/** @returns '/' if no origin is known */
export function originOf(state: unknown): string {
  const from = (state as Partial<OriginState> | null)?.from
  // Only our own paths: '//host' would leave the app.
  if (!from?.pathname.startsWith('/') || from.pathname.startsWith('//')) return '/'
  return `${from.pathname}${from.search}${from.hash}`
}
