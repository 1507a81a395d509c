// Specification 8.5, 8.6, 8.7

import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SavedEntry, SavedKind } from '../contract/worker/saved.ts'
import { deleteDatabase, restart } from '../tests/support/worker.ts'
import { openSavedStore, StoreUnavailableError } from './database.ts'
import { forgetOwner, setOwner } from './owner.ts'
import { cardsToEvict, listSaved, pagesToEvict, pinSaved, readSaved, removeSaved, save } from './store.ts'

const NOW = 1_800_000_000_000

beforeEach(async () => {
  await deleteDatabase()
  await setOwner('anna', 't')
})

const put = (request: string, { bytes = 10, kind = 'page' as SavedKind, now = NOW, limit = 30 } = {}) =>
  save(
    {
      token: 't',
      request,
      kind,
      route: '/export/retail',
      body: new ArrayBuffer(bytes),
      contentType: 'application/json',
    },
    now,
    limit,
  )
const requests = async () => (await listSaved()).map(({ request }) => request).sort()

describe('the cards of tyres (specification 15.4)', () => {
  const card = (path: string, viewedAt: number, kind: SavedKind = 'card') =>
    ({ request: `GET /api/companion/tyres/${path}`, kind, viewedAt }) as SavedEntry

  it('retains the most recently viewed cards, each with its histories', () => {
    const all = [
      card('A?date=2026-04-18', 1),
      card('A/history?kind=retail', 9),
      card('B', 8),
      card('C%2F1/history', 2),
      card('C%2F1', 3),
      card('old', 0, 'page'),
    ]
    expect(cardsToEvict(all, 2)).toEqual([all[4], all[3]])
    expect(cardsToEvict(all, 3)).toEqual([])
  })

  it('evicts them when another one is saved', async () => {
    for (let i = 0; i <= 200; i++) await put(`GET /api/companion/tyres/T${i}`, { kind: 'card', now: NOW + i })
    expect(await requests()).toHaveLength(200)
    expect(await requests()).not.toContain('GET /api/companion/tyres/T0')
    await forgetOwner()
    expect(await requests()).toEqual([])
  })
})

describe('the size limit', () => {
  it('evicts the least recently viewed page', async () => {
    for (const [i, name] of ['a', 'b', 'c'].entries()) await put(name, { now: NOW + i })
    await readSaved('t', 'a', NOW + 10)
    await put('d', { now: NOW + 11 })
    expect(await requests()).toEqual(['a', 'c', 'd'])
    expect(await readSaved('t', 'b', NOW)).toBeUndefined()
  })

  it('counts bytes, and never evicts pinned pages', async () => {
    await put('a', { bytes: 12 })
    await pinSaved(['a'], true)
    await put('b', { bytes: 12, now: NOW + 1 })
    await put('c', { bytes: 12, now: NOW + 2 })
    expect(await requests()).toEqual(['a', 'c'])
    await put('a', { bytes: 15, now: NOW + 3 })
    expect((await listSaved()).find(({ request }) => request === 'a')).toMatchObject({
      pinned: true,
      size: 15,
    })
    await pinSaved(['a'], false)
    await put('d', { bytes: 12, now: NOW + 4 })
    expect(await requests()).toEqual(['a', 'd'])
  })

  it('marks the pages that a person saved, also when they are fetched again, and evicts them like others', async () => {
    for (const request of ['a', 'b', 'c']) await put(request)
    await pinSaved(['a', 'b'], true, 'kept')
    await put('b', { now: NOW + 1 })
    const kept = (await listSaved()).filter((entry) => entry.kept)
    expect(kept.map(({ request }) => request)).toEqual(['a', 'b'])
    await put('d', { now: NOW + 2, bytes: 30 })
    expect(await requests()).toEqual(['d'])
  })

  it('keeps as many pages as fit into its bytes', async () => {
    for (let page = 1; page <= 300; page++) await put(`GET /list?page=${page}`, { limit: 3_000 })
    expect(await requests()).toHaveLength(300)
  })

  it('treats the pages of a result set as one: viewing the last page protects the first', async () => {
    const page = (run: string, number: number) => `GET /list?brand=${run}&date=2026-11-20&page=${number}`
    await put(page('a', 1), { now: NOW })
    await put(page('b', 1), { now: NOW + 1 })
    await put(page('a', 2), { now: NOW + 2 })
    await put(page('c', 1), { now: NOW + 3 })
    expect(await requests()).toEqual([page('a', 1), page('a', 2), page('c', 1)])
  })

  it('applies to pages only', async () => {
    await put('filters', { kind: 'filters', bytes: 1_000 })
    for (const name of ['a', 'b', 'c']) await put(name)
    expect(await requests()).toEqual(['a', 'b', 'c', 'filters'])
  })

  it('holds for any pages, and evicts no more than necessary', () => {
    const entry = fc.record({
      request: fc.uuid(),
      size: fc.nat(50),
      viewedAt: fc.nat(1_000),
      pinned: fc.boolean(),
      kind: fc.constantFrom<SavedKind>('page', 'filters'),
      route: fc.constant(''),
      savedAt: fc.constant(0),
    })
    fc.assert(
      fc.property(fc.array(entry), fc.nat(300), (entries: SavedEntry[], bytes) => {
        const gone = new Set(pagesToEvict(entries, bytes))
        const left = entries.filter((one) => !gone.has(one) && one.kind === 'page')
        const fits = (some: SavedEntry[]) => some.reduce((sum, { size }) => sum + size, 0) <= bytes
        expect([...gone].every(({ pinned, kind }) => !pinned && kind === 'page')).toBe(true)
        expect(fits(left) || left.every(({ pinned }) => pinned)).toBe(true)
        const last = [...gone].at(-1)
        if (last) expect(fits([...left, last])).toBe(false)
      }),
    )
  })
})

it('deletes the given entries', async () => {
  await put('a')
  await put('b')
  await removeSaved(['a', 'unknown'])
  expect(await requests()).toEqual(['b'])
})

describe('the database', () => {
  it('is recreated empty after it was deleted under the running worker', async () => {
    await put('a')
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('tyre-prices').onsuccess = resolve
    })
    expect(await requests()).toEqual([])
    expect(await put('b')).toBe(false)
    await setOwner('anna', 't')
    expect(await put('b')).toBe(true)
  })

  it('of a later version is recreated', async () => {
    restart()
    await new Promise<void>((resolve) => {
      indexedDB.open('tyre-prices', 99).onsuccess = function () {
        this.result.close()
        resolve()
      }
    })
    await setOwner('anna', 't')
    expect(await put('a')).toBe(true)
  })

  it('has a named error if the browser does not provide it', async () => {
    restart()
    const { open } = indexedDB
    indexedDB.open = () => {
      throw new DOMException('private', 'InvalidStateError')
    }
    await expect(openSavedStore()).rejects.toThrow(StoreUnavailableError)
    indexedDB.open = open
    await expect(openSavedStore()).resolves.toBeDefined()
  })
})

it('forgetting deletes everything', async () => {
  await put('a')
  await forgetOwner()
  const db = await openSavedStore()
  for (const name of db.objectStoreNames) expect(await db.count(name)).toBe(0)
})
