import { expect, it, vi } from 'vitest'
import { createStore, mapStore } from './store.ts'

it('notifies subscribers of each other value until they unsubscribe', () => {
  const store = createStore(1)
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.set(1)
  expect(listener).not.toHaveBeenCalled()
  store.set(2)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  store.set(3)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.get()).toBe(3)
})

it('maps each value of another store once', () => {
  const source = createStore(['b', 'a'])
  const sorted = mapStore(source, (list) => list.toSorted())
  expect(sorted.get()).toEqual(['a', 'b'])
  expect(sorted.get()).toBe(sorted.get())
  source.set(['d', 'c'])
  expect(sorted.get()).toEqual(['c', 'd'])
})
