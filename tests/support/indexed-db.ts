import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach } from 'vitest'

const { default: indexedDB, ...types } = fake
const globals = { ...types, indexedDB }

/** Deletes a database once its transactions have ended. */
const remove = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const removal = indexedDB.deleteDatabase(name)
    removal.onsuccess = () => resolve()
    removal.onerror = () => reject(removal.error)
  })

/**
 * Gives the tests of a file an IndexedDB, which jsdom does not have. Each test starts without the named database.
 * The globals are removed at the end, because the worker's other test files run without IndexedDB.
 */
export function fakeIndexedDb(name: string): void {
  beforeAll(() => {
    Object.assign(globalThis, globals)
  })
  beforeEach(() => remove(name))
  afterAll(async () => {
    await remove(name)
    for (const key of Object.keys(globals)) Reflect.deleteProperty(globalThis, key)
  })
}
