import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { questionKey, sendThrough, setResponseSource } from './saved-answer.ts'

const PATH = '/api/companion/views'
const REQUEST = questionKey('GET', PATH)
/** Cache mode of each request, by which the worker decides how to answer (specification 8.3). */
const caches: (RequestCache | undefined)[] = []

beforeEach(() => {
  caches.length = 0
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    caches.push(init.cache)
    return Response.json({})
  })
})

// Removes the fake fetch, because other test files of this run send requests too.
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('response that arrived after the copy was used', () => {
  it('is read from the store if the page has displayed the copy', async () => {
    await sendThrough(PATH)
    setResponseSource(REQUEST, 'arrived')
    await sendThrough(PATH)
    expect(caches).toEqual([undefined, 'only-if-cached'])
  })

  it('does not replace a response that the page has requested from the server', async () => {
    setResponseSource(REQUEST, 'network')
    setResponseSource(REQUEST, 'arrived')
    await sendThrough(PATH)
    expect(caches).toEqual(['reload'])
  })

  it('does not replace a later response of the server, for example after a deletion', async () => {
    setResponseSource(REQUEST, 'network')
    await sendThrough(PATH)
    setResponseSource(REQUEST, 'arrived')
    await sendThrough(PATH)
    await sendThrough(PATH)
    expect(caches).toEqual(['reload', 'reload', undefined])
  })
})
