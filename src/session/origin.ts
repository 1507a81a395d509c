import type { Location } from 'react-router-dom'

/** Where a visitor wanted to go before the login screen. */
interface OriginState {
  from: Address
  /** they want to sign in although a session seems to be there */
  again?: true
}

type Address = Readonly<Record<'pathname' | 'search' | 'hash', string>>

export function originState({ pathname, search, hash }: Address): OriginState {
  return { from: { pathname, search, hash } }
}

/** As originState, for who wants to sign in whatever the session check says. */
export function againState(address: Address): OriginState {
  return { ...originState(address), again: true }
}

export function wantsSignIn(location: Location): boolean {
  return (location.state as Partial<OriginState> | null)?.again === true
}

/** @returns '/' where no origin was remembered */
export function originOf(location: Location): string {
  const from = (location.state as Partial<OriginState> | null)?.from
  // Only our own paths: '//host' would leave the app.
  if (!from?.pathname.startsWith('/') || from.pathname.startsWith('//')) return '/'
  return `${from.pathname}${from.search}${from.hash}`
}
