import type { Location } from 'react-router-dom'

/** Where a visitor wanted to go before the login screen. */
interface OriginState {
  from: { pathname: string; search: string; hash: string }
}

export function originState({ pathname, search, hash }: Location): OriginState {
  return { from: { pathname, search, hash } }
}

/** @returns '/' where no origin was remembered */
export function originOf(location: Location): string {
  const from = (location.state as Partial<OriginState> | null)?.from
  // Only our own paths: '//host' would leave the app.
  if (!from?.pathname.startsWith('/') || from.pathname.startsWith('//')) return '/'
  return `${from.pathname}${from.search}${from.hash}`
}
