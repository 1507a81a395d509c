import { useSyncExternalStore } from 'react'

/** Value that notifies its subscribers of changes. */
export interface ReadableStore<Value> {
  /** Returns the value; the same object until it changes. */
  get(): Value
  /** Calls the listener after each change. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

export interface Store<Value> extends ReadableStore<Value> {
  /** Sets the value and notifies the subscribers, unless the value is the same. */
  set(value: Value): void
}

/** Creates state outside React's tree, for example for events that the browser dispatches before the first render. */
export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns a store of values derived from another store's values; each value is derived only once. */
export function mapStore<From, To>(source: ReadableStore<From>, map: (value: From) => To): ReadableStore<To> {
  let last: { from: From; to: To } | undefined
  return {
    get() {
      const from = source.get()
      if (!last || !Object.is(last.from, from)) last = { from, to: map(from) }
      return last.to
    },
    subscribe: source.subscribe,
  }
}

/** Returns the store's value and renders the component again whenever it changes. */
export const useStore = <Value>({ subscribe, get }: ReadableStore<Value>): Value =>
  useSyncExternalStore(subscribe, get)
