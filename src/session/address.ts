import { startTransition, useEffect, useRef, useState } from 'react'
import { randomId } from '../lib/random-id.ts'

/** Current address and the state of its history entry. */
export type Address = Readonly<Record<'pathname' | 'search' | 'hash', string>> & { state: unknown }

/** What the router of the signed-in app keeps in a history entry; entries made here are read there, and the other way round. */
interface Entry {
  /** the state that was given */
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
 * Goes to a path of the app from outside its router, which the login screen does not load. A router that is there hears of it
 * as of the browser's own buttons.
 */
export function go(to: string, { replace = false, state = null as unknown } = {}): void {
  const entry: Entry = { usr: state, key: randomId(), idx: (entryHere()?.idx ?? 0) + (replace ? 0 : 1) }
  window.history[replace ? 'replaceState' : 'pushState'](entry, '', to)
  window.dispatchEvent(new PopStateEvent('popstate', { state: entry }))
}

/**
 * A part of the address, kept up to date in transitions, as the router does: what is set in the same transition shows with it.
 * Hears of the browser's buttons and of `go`, not of what the router does by itself.
 * @param read defined outside of components; its parts are compared by identity
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
