import { afterEach, describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/wire.ts'
import { listenAlone } from './support/listening.ts'

type Server = Awaited<ReturnType<typeof listenAlone>>

let server: Server | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(env: Record<string, string>): Promise<Server> {
  server = await listenAlone(env)
  await server.addUser('anna')
  return server
}

interface Attempt {
  username?: string
  password?: string
  forwardedFor?: string
}

function signIn({ origin }: Server, { username = 'anna', password = 'wrong', forwardedFor }: Attempt) {
  return fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    },
    body: JSON.stringify({ username, password }),
  })
}

/** Sixty wrong passwords for sixty names, each with another invented address before the one that the proxy adds. */
async function guessBehindProxy(running: Server, addedByProxy: (n: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < 60; n++) {
    const forwardedFor = `6.6.${n}.6${addedByProxy(n)}`
    statuses.push((await signIn(running, { username: `name${n}`, forwardedFor })).status)
  }
  return statuses
}

const addressesIn = async ({ database }: Server): Promise<string> =>
  JSON.stringify(await database.db.all('SELECT details FROM audit_log'))

describe('the address of a client', () => {
  it('is the one that the proxy adds, not what the client invents', async () => {
    const running = await start({ TRUST_PROXY: '1', SIGN_IN_LIMIT: '10' })
    const statuses = await guessBehindProxy(running, () => ', 9.9.9.9')
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
    expect(await addressesIn(running)).toContain('9.9.9.9')
    expect(await addressesIn(running)).not.toContain('6.6.')
  })

  it('is found behind proxies named by their networks', async () => {
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

  it('is the whole network that an IPv6 client may choose from', async () => {
    const running = await start({ TRUST_PROXY: '1', SIGN_IN_LIMIT: '10' })
    const statuses = await guessBehindProxy(running, (n) => `, 2001:db8:1:1::${n.toString(16)}`)
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
  })
})

describe('guessing a password', () => {
  const until429 = async (running: Server, attempt: Attempt): Promise<number> => {
    for (let n = 0; n < 20; n++) {
      const answer = await signIn(running, attempt)
      if (answer.status !== 429) continue
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toEqual({
        error: expect.stringMatching(/^Слишком много попыток, повторите через/),
      })
      return n
    }
    throw new Error('twenty attempts were not slowed down')
  }

  it('is slowed down after five attempts, from an address that may sign in a thousand times', async () => {
    const running = await start({})
    expect(await until429(running, {})).toBe(5)
    // The right password has to wait, too: otherwise the answer would tell that it is right.
    expect((await signIn(running, { password: PASSWORD })).status).toBe(429)
  })

  it('is slowed down alike whether or not the name exists, and however it is written', async () => {
    const running = await start({})
    expect(await until429(running, { username: 'nobody' })).toBe(5)
    expect(await until429(running, { username: 'anna' })).toBe(5)
    expect((await signIn(running, { username: ' ANNA ' })).status).toBe(429)
  })

  it('from elsewhere never keeps the person out', async () => {
    const running = await start({ TRUST_PROXY: '1' })
    // More attempts from more places than a person makes.
    for (let n = 0; n < 60; n++) await signIn(running, { forwardedFor: `9.9.9.${n}` })
    expect((await signIn(running, { forwardedFor: '8.8.8.8' })).status).toBe(401)
    expect((await signIn(running, { forwardedFor: '8.8.8.8', password: PASSWORD })).status).toBe(200)
  })

  it('is forgiven by a sign-in', async () => {
    const running = await start({})
    for (let n = 0; n < 4; n++) expect((await signIn(running, {})).status).toBe(401)
    expect((await signIn(running, { password: PASSWORD })).status).toBe(200)
    expect(await until429(running, {})).toBe(5)
  })
})

describe('many sign-ins at once', () => {
  it('wait in a short queue, beyond which they are told when to come back', async () => {
    const running = await start({})
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => signIn(running, { username: `name${n}` })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 503]))
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(66)
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toBe('5')
    expect(await refused?.json()).toEqual({ error: 'Сервер занят, повторите через несколько секунд' })
    // Afterwards all is well.
    expect((await signIn(running, { password: PASSWORD })).status).toBe(200)
  })
})
