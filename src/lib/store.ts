import { useSyncExternalStore } from 'react'

/** A value that notifies its subscribers of changes. */
export interface ReadableStore<Value> {
  /** Returns the same object until the value changes. */
  get(): Value
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

export interface Store<Value> extends ReadableStore<Value> {
  /** Notifies the subscribers unless the value is the same. */
  set(value: Value): void
}

/** State outside of React's tree, such as what the browser reports before the first component renders. */
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

/** A store of values computed from those of another; computes each only once. */
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

/** Renders the component again whenever the store's value changes. */
export const useStore = <Value>({ subscribe, get }: ReadableStore<Value>): Value =>
  useSyncExternalStore(subscribe, get)
