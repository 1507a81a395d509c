import { startTransition, useEffect, useRef, useState } from 'react'
import { randomId } from '../lib/random-id.ts'

/** Current address and the state of its history entry. */
export type Address = Readonly<Record<'pathname' | 'search' | 'hash', string>> & { state: unknown }

/** State of a history entry as React Router stores it; both read entries of the other. */
interface Entry {
  /** state passed by the caller */
  usr: unknown
  key: string
  idx: number
}

const entryHere = () => window.history.state as Partial<Entry> | null

function address(): Address {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: entryHere()?.usr ?? null }
}

/**
 * Navigates to a path of the app without its router, which the login screen does not load. A mounted router receives
 * the popstate
 * event like one of the browser's buttons.
 */
export function go(to: string, { replace = false, state = null as unknown } = {}): void {
  const entry: Entry = { usr: state, key: randomId(), idx: (entryHere()?.idx ?? 0) + (replace ? 0 : 1) }
  window.history[replace ? 'replaceState' : 'pushState'](entry, '', to)
  window.dispatchEvent(new PopStateEvent('popstate', { state: entry }))
}

/**
 * Part of the address, updated in transitions like the router: state set in the same transition renders together with
 * it.
 * Follows the browser's buttons and `go`, not navigation by the router itself.
 * @param read defined outside of components; its results are compared by identity
 */
export function useAddress<Part>(read: (address: Address) => Part): Part {
  const [part, setPart] = useState(() => read(address()))
  const latest = useRef(part)
  useEffect(() => {
    const follow = () => {
      // Read at once: by the time React renders, the page may have changed the address.
      const next = read(address())
      if (Object.is(next, latest.current)) return
      latest.current = next
      startTransition(() => setPart(() => next))
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [read])
  return part
}
