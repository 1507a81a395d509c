import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/database.ts'
import { runs } from '../support/extent.ts'
import { savePrices } from '../support/prices.ts'
import { type TestWire, testWire } from '../support/wire.ts'
import { type FuzzedRequest, requests, routesOf, type Who } from './support/fuzz.ts'

const REQUESTS = runs(3_000)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`any request on ${engine}`, () => {
    let wire: TestWire
    const tokens = new Map<Who, string>([['forged', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.']])
    beforeAll(async () => {
      // In demo mode, because channels without bot and mail server would answer 503 'не настроена', which is no fault.
      wire = await testWire({ DEMO: '1' }, open)
      await wire.addUser('user')
      await wire.addUser('admin', { role: 'admin' })
      await savePrices(wire.database.db, 'a.ru', '2026-04-18', [[{ article: 'A1' }, { retail: 5000 }]])
    })
    afterAll(() => wire?.close())

    async function send({ who, method, target, body, contentType }: FuzzedRequest) {
      if (who === 'user' || who === 'admin') {
        // Signs in again if necessary, because some requests sign out or end sessions.
        const authorization = `Bearer ${tokens.get(who)}`
        const check = await wire.app.inject({ url: '/user/checkToken', headers: { authorization } })
        if (check.statusCode !== 200) tokens.set(who, (await wire.signIn(who)).token)
      }
      const token = tokens.get(who)
      return wire.app.inject({
        method: method as 'GET',
        url: target,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': contentType }),
        },
        ...(body !== undefined && { payload: body }),
      })
    }

    it('is answered without an internal error', async () => {
      await wire.app.ready()
      const routes = routesOf(wire.app)
      expect(routes.length).toBeGreaterThan(30)
      const sent = fc.sample(requests(routes), { numRuns: REQUESTS, seed: 20_261_121 })
      const faults: unknown[] = []
      const reached = new Set<string>()
      for (const request of sent) {
        const { statusCode, body } = await send(request)
        if (statusCode >= 500) faults.push({ ...request, statusCode, answer: body.slice(0, 200) })
        if (statusCode < 300)
          reached.add(
            request.target
              .split(/[?%;/-]/)
              .slice(0, 4)
              .join('/'),
          )
      }
      expect(faults).toEqual([])
      // Requests have also reached the routes behind the checks.
      expect(reached.size).toBeGreaterThan(10)
    })
  })
}
