import { afterEach, expect, test, vi } from 'vitest'
import { OFFLINE_MISS_HEADER } from '../../contract/worker/saved.ts'
import { fetchSaved } from './fetch-saved.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers of the service worker in turn; `null` is an answer that its end cuts off. */
function answering(...answers: (Response | null)[]) {
  const fetch = vi.fn(async () => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a saved answer that is cut off is requested again', async () => {
  const fetch = answering(null, new Response('[1]'))
  expect(await fetchSaved('/api/x', 'token')).toBe('[1]')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('an answer that is cut off twice is an error, not an empty page', async () => {
  answering(null, null)
  await expect(fetchSaved('/api/x', 'token')).rejects.toThrow('Сохранённое на устройстве не прочитано.')
})

test('a removed answer is told apart, and not requested again', async () => {
  const fetch = answering(new Response(null, { status: 504, headers: { [OFFLINE_MISS_HEADER]: '1' } }))
  await expect(fetchSaved('/api/x', 'token')).rejects.toMatchObject({ name: 'OfflineMissError' })
  expect(fetch).toHaveBeenCalledTimes(1)
})
