import { generateSync } from 'otplib'
import { afterEach, describe, expect, it } from 'vitest'
import { hashPassword, inHashQueue } from '../../server/features/auth/password.ts'
import { setPassword } from '../../server/features/auth/passwords.ts'
import { setDisabled } from '../../server/features/auth/users.ts'
import type { Db, Sql } from '../../server/platform/db/db.ts'
import { type SqlHole, type SqlText, statementOf } from '../../server/platform/db/statement.ts'
import { sqliteDatabase } from '../support/database.ts'
import { nextCode } from '../support/second-factor.ts'
import { PASSWORD } from '../support/users.ts'
import { type TestWire, testWire } from '../support/wire.ts'

let server: TestWire | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(env: Record<string, string>): Promise<TestWire> {
  server = await testWire(env)
  await server.addUser('anna')
  return server
}

interface Attempt {
  username?: string
  password?: string
  forwardedFor?: string
}

function signIn({ app }: TestWire, { username = 'anna', password = 'wrong', forwardedFor }: Attempt) {
  return app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    payload: { username, password },
  })
}

/** Tries wrong passwords for sixty names, each with another forged address before the one that the proxy adds. */
async function guessBehindProxy(running: TestWire, addedByProxy: (n: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < 60; n++) {
    const forwardedFor = `6.6.${n}.6${addedByProxy(n)}`
    statuses.push((await signIn(running, { username: `name${n}`, forwardedFor })).statusCode)
  }
  return statuses
}

const addressesIn = async ({ database }: TestWire): Promise<string> =>
  JSON.stringify(await database.db.all('SELECT details FROM audit_log'))

describe('the address of a client', () => {
  it('is the one that the proxy adds, not one that the client forges', async () => {
    const running = await start({ TRUST_PROXY: '1', SIGN_IN_LIMIT: '10' })
    const statuses = await guessBehindProxy(running, () => ', 9.9.9.9')
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
    expect(await addressesIn(running)).toContain('9.9.9.9')
    expect(await addressesIn(running)).not.toContain('6.6.')
  })

  it('is found behind proxies that are configured by network', async () => {
    const running = await start({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8', SIGN_IN_LIMIT: '10' })
    const statuses = await guessBehindProxy(running, (n) => `, 9.9.9.9, 10.1.2.${n}`)
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
    expect(await addressesIn(running)).not.toMatch(/6\.6\.|10\.1\./)
  })

  it.each([{}, { TRUST_PROXY: '10.0.0.0/8' }])(
    'is the sender’s own unless it is trusted (%j)',
    async (env) => {
      const running = await start({ ...env, SIGN_IN_LIMIT: '10' })
      const statuses = await guessBehindProxy(running, () => '')
      expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
      expect(await addressesIn(running)).not.toContain('6.6.')
    },
  )

  it('is the network from which an IPv6 client can choose addresses', async () => {
    const running = await start({ TRUST_PROXY: '1', SIGN_IN_LIMIT: '10' })
    const statuses = await guessBehindProxy(running, (n) => `, 2001:db8:1:1::${n.toString(16)}`)
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
  })
})

describe('guessing a password', () => {
  const until429 = async (running: TestWire, attempt: Attempt): Promise<number> => {
    for (let n = 0; n < 20; n++) {
      const answer = await signIn(running, attempt)
      if (answer.statusCode !== 429) continue
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toEqual({
        error: expect.stringMatching(/^Слишком много попыток, повторите через/),
      })
      return n
    }
    throw new Error('twenty attempts were not slowed down')
  }

  it('is slowed down after five attempts, from an address that may sign in a thousand times', async () => {
    const running = await start({})
    expect(await until429(running, {})).toBe(5)
    // The right password must wait too: otherwise the answer would reveal that it is right.
    expect((await signIn(running, { password: PASSWORD })).statusCode).toBe(429)
  })

  it('is slowed down equally for existing and unknown names, in any spelling', async () => {
    const running = await start({})
    expect(await until429(running, { username: 'nobody' })).toBe(5)
    expect(await until429(running, { username: 'anna' })).toBe(5)
    expect((await signIn(running, { username: ' ANNA ' })).statusCode).toBe(429)
  })

  it('from other addresses never locks the user out', async () => {
    const running = await start({ TRUST_PROXY: '1' })
    // More attempts, from more addresses, than a person makes.
    for (let n = 0; n < 60; n++) await signIn(running, { forwardedFor: `9.9.9.${n}` })
    expect((await signIn(running, { forwardedFor: '8.8.8.8' })).statusCode).toBe(401)
    expect((await signIn(running, { forwardedFor: '8.8.8.8', password: PASSWORD })).statusCode).toBe(200)
  })

  it('is forgotten after a successful sign-in', async () => {
    const running = await start({})
    for (let n = 0; n < 4; n++) expect((await signIn(running, {})).statusCode).toBe(401)
    expect((await signIn(running, { password: PASSWORD })).statusCode).toBe(200)
    expect(await until429(running, {})).toBe(5)
  })
})

describe('a sign-in in progress', () => {
  /** Runs a callback right after the sign-in has read the hash against which it verifies the password. */
  async function startWith(meanwhile: (sql: Sql, userId: string) => Promise<unknown>): Promise<TestWire> {
    let armed = true
    server = await testWire({}, async () => {
      const database = await sqliteDatabase()
      const { db } = database
      const get: Db['get'] = async <Row>(sql: SqlText, ...holes: SqlHole[]) => {
        const row = await db.get<Row>(sql, ...holes)
        const reading = statementOf(sql, holes)[0].includes('password_hash FROM users u WHERE username')
        if (reading && armed) {
          armed = false
          await db.transaction((sql) => meanwhile(sql, (row as { id: string }).id))
        }
        return row
      }
      return { ...database, db: { ...db, get } }
    })
    await server.addUser('anna')
    return server
  }

  it.each<[string, (sql: Sql, userId: string) => Promise<unknown>]>([
    [
      'the password is changed',
      async (sql, id) => setPassword(sql, id, await hashPassword('another password')),
    ],
    ['the user is disabled', (sql, id) => setDisabled(sql, id, true)],
    [
      'a second factor is enabled',
      (sql, id) => sql.run("INSERT INTO second_factors (user_id, secret, confirmed) VALUES (?, '', 1)", id),
    ],
  ])('starts no session once %s', async (_, meanwhile) => {
    const running = await startWith(meanwhile)
    expect((await signIn(running, { password: PASSWORD })).statusCode).toBe(401)
    expect(await running.database.db.all('SELECT id FROM sessions')).toEqual([])
  })
})

describe('a second factor', () => {
  async function withSecondFactor(env: Record<string, string> = {}) {
    const running = await start({ TRUST_PROXY: '1', ...env })
    const { token } = await running.signIn('anna')
    const post = async (path: string, body?: object) => {
      const answer = await running.app.inject({
        method: 'POST',
        url: `/api/companion/security/second-factor/${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      })
      return answer.json() as { secret: string }
    }
    const { secret } = await post('begin')
    await post('enable', { code: generateSync({ secret }) })
    return { running, token, secret }
  }
  const enter = (running: TestWire, n: number, code?: string) =>
    running.app.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'x-forwarded-for': `9.9.${n}.9` },
      payload: { username: 'anna', password: PASSWORD, ...(code && { code }) },
    })

  it('cannot be guessed from any number of addresses, and the user is notified', async () => {
    const { running, token } = await withSecondFactor()
    const answers = []
    for (let n = 0; n < 12; n++) answers.push(await enter(running, n, '000000'))
    expect(answers.map(({ statusCode }) => statusCode).slice(0, 5)).toEqual(Array(5).fill(401))
    const slowed = answers.at(-1)
    expect(slowed?.statusCode).toBe(429)
    // The app continues to display the field for the code.
    expect(slowed?.json()).toEqual({
      error: expect.stringMatching(/^Слишком много неверных кодов, повторите через/),
      second_factor: true,
    })
    const headers = { authorization: `Bearer ${token}` }
    const list = await running.app.inject({ url: '/api/notifications/getNotifications', headers })
    expect(list.body).toContain('а код второго фактора 5 раз неверно')
  })

  it('does not lock out a user who was asked for a code often or typed some wrong ones', async () => {
    const { running, secret } = await withSecondFactor()
    for (let n = 0; n < 12; n++) expect((await enter(running, 1)).statusCode).toBe(401)
    for (let n = 0; n < 4; n++) expect((await enter(running, 1, '000000')).statusCode).toBe(401)
    expect((await enter(running, 1)).statusCode).toBe(401)
    expect((await enter(running, 1, nextCode(secret))).statusCode).toBe(200)
  })
})

describe('many sign-ins at once', () => {
  it('do not count against users whose sign-in was not processed', async () => {
    const running = await start({})
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const crowd = Array.from({ length: 66 }, () => inHashQueue(() => released))
    for (let n = 0; n < 8; n++) expect((await signIn(running, { password: PASSWORD })).statusCode).toBe(503)
    release()
    await Promise.all(crowd)
    expect((await signIn(running, { password: PASSWORD })).statusCode).toBe(200)
  })

  it('wait in a short queue; the others are refused with the time of the next attempt', async () => {
    const running = await start({})
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => signIn(running, { username: `name${n}` })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([401, 503]))
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(66)
    const refused = answers.find(({ statusCode }) => statusCode === 503)
    expect(refused?.headers['retry-after']).toBe('5')
    expect(refused?.json()).toEqual({ error: 'Сервер занят, повторите через несколько секунд' })
    // Sign-ins work again afterwards.
    expect((await signIn(running, { password: PASSWORD })).statusCode).toBe(200)
  })
})
