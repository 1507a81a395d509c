import type { Location } from 'react-router-dom'

/** The address that a visitor wanted before being sent to the login screen. */
interface OriginState {
  from: Address
  /** they want to sign in even if a session seems to exist */
  again?: true
}

type Address = Readonly<Record<'pathname' | 'search' | 'hash', string>>

export function originState({ pathname, search, hash }: Address): OriginState {
  return { from: { pathname, search, hash } }
}

/** Like originState, but skips the session check to show the login screen. */
export function againState(address: Address): OriginState {
  return { ...originState(address), again: true }
}

export function wantsSignIn(location: Location): boolean {
  return (location.state as Partial<OriginState> | null)?.again === true
}

/** @returns '/' if no origin is known */
export function originOf(location: Location): string {
  const from = (location.state as Partial<OriginState> | null)?.from
  // Only our own paths: '//host' would leave the app.
  if (!from?.pathname.startsWith('/') || from.pathname.startsWith('//')) return '/'
  return `${from.pathname}${from.search}${from.hash}`
}
