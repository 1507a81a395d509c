import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { companionQuery } from './companion-query.ts'

const server = setupServer()
beforeAll(() => server.listen())
beforeEach(() => localStorage.setItem('access_token', 'good'))
afterAll(() => server.close())
afterEach(() => server.resetHandlers())

const asked = (answer: () => Response) => {
  server.use(http.get('/api/companion', answer))
  // Uses the options of the app's own client. With another network mode, a client that a former test left offline would
  // wait forever.
  return new QueryClient().fetchQuery({ ...companionQuery, retry: false, networkMode: 'offlineFirst' })
}

it.each([
  ['nothing is there', () => new HttpResponse(null, { status: 404 })],
  ['the app itself is sent', () => HttpResponse.html('<html></html>')],
  ['it is another object', () => HttpResponse.json({ version: 'x' })],
])('offers nothing where %s', async (_, answer) => {
  expect(await asked(answer)).toEqual({ offers: [], ownHosts: null })
})

it.each([502, 503, 504])('stays unknown if a gateway answers %s', async (status) => {
  await expect(asked(() => new HttpResponse(null, { status }))).rejects.toThrow(`HTTP ${status}`)
})
