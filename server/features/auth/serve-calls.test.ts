import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../../contract/lib/call.ts'
import { declaredCalls } from '../../../tests/support/declared-calls.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

/** Number of refusals of one user before the limit of refusals counts. */
const REFUSALS = 25

/** Returns a request for a call whose query and body are missing. */
const requestOf = ({ method, path, params = {} }: Call) => ({
  method,
  url: path.replace(/:(\w+)/g, (_, name) => (name in params ? '0'.repeat(32) : '1')),
})

describe('each declared call', () => {
  let wire: TestWire
  let calls: Call[]
  beforeAll(async () => {
    wire = await testWire()
    calls = await declaredCalls()
  })
  afterAll(() => wire.close())

  it('needs a session', async () => {
    expect(calls.length).toBeGreaterThan(90)
    for (const call of calls) {
      const { statusCode, headers } = await wire.app.inject(requestOf(call))
      expect([call.path, statusCode, headers['cache-control']]).toEqual([
        call.path,
        401,
        call.storable ? undefined : 'no-store',
      ])
    }
  })

  it('is refused to people without its role before the request is validated', async () => {
    const restricted = calls.filter(({ by }) => by !== 'user')
    for (const [n, call] of restricted.entries()) {
      const { statusCode } = await wire.as(`curious${Math.floor(n / REFUSALS)}`, requestOf(call))
      expect([call.path, statusCode]).toEqual([call.path, 403])
    }
  })

  it('of administrators is refused to analysts', async () => {
    for (const [n, call] of calls.filter(({ by }) => by === 'admin').entries()) {
      const name = `lena${Math.floor(n / REFUSALS)}`
      if (n % REFUSALS === 0) await wire.addUser(name, { role: 'analyst' })
      expect([call.path, (await wire.as(name, requestOf(call))).statusCode]).toEqual([call.path, 403])
    }
  })

  it('without its body is refused', async () => {
    await wire.addUser('boss', { role: 'admin' })
    for (const call of calls.filter(({ body, proof }) => body !== undefined && !proof)) {
      expect([call.path, (await wire.as('boss', requestOf(call))).statusCode]).toEqual([call.path, 400])
    }
  })
})
