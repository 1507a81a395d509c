// Specification 9.9, 10.16

import type { LookupAddress } from 'node:dns'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { trust } from '../../../../tests/support/push-certificate.ts'
import { startPushService, type TestPushService } from '../../../../tests/support/push-service.ts'
import type { ResolveName } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { newKeyPair } from './key-pair.ts'
import { createPoster, type Poster } from './post.ts'
import { createAuthorize } from './vapid.ts'

let service: TestPushService
let posters: Poster[] = []
const authorize = createAuthorize({ ...newKeyPair(), subject: 'mailto:a@b.ru', allowedHosts: new Set() })

beforeAll(async () => {
  service = await startPushService()
  trust(service.certificate)
})
afterAll(() => service.close())
afterEach(() => {
  for (const poster of posters) poster.close()
  posters = []
  service.received.length = 0
  service.answers.clear()
  vi.useRealTimers()
})

type Resolved = (string | LookupAddress)[]

/** Resolver with scripted answers, used in turn. */
function resolving(...answers: Resolved[]) {
  const asked: string[] = []
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(name)
    return answer.map((found) =>
      typeof found === 'string' ? { address: found, family: found.includes(':') ? 6 : 4 } : found,
    )
  }
  return { asked, resolve }
}

function poster(allowed: string[] = [service.host], resolve?: ResolveName): Poster {
  const made = createPoster(new Set(allowed), resolve)
  posters.push(made)
  return made
}

const headers = (origin = service.origin) => ({
  TTL: 60,
  'Content-Encoding': 'aes128gcm',
  Authorization: authorize(origin),
})
const body = Buffer.from('x')
const never = new AbortController().signal

describe('posting to a push service', () => {
  it('reuses connections', async () => {
    const { post } = poster()
    const before = service.connections
    for (let i = 0; i < 5; i++) {
      expect(await post(new URL('/a', service.origin), headers(), body, never)).toMatchObject({ status: 201 })
    }
    expect(service.connections - before).toBe(1)
  })

  it('does not follow redirects', async () => {
    service.answers.set('/a', { status: 307, headers: { location: `${service.origin}/b` } })
    const { post } = poster()
    expect(await post(new URL('/a', service.origin), headers(), body, never)).toMatchObject({ status: 307 })
    expect(service.received.map(({ path }) => path)).toEqual(['/a'])
  })

  it('fails when the service changes the protocol', async () => {
    service.answers.set('/a', 'upgrade')
    const { post } = poster()
    const posted = post(new URL('/a', service.origin), headers(), body, never)
    await expect(posted).rejects.toThrow('не по правилам HTTP')
  })

  it('ends when its signal aborts, and on timeout', async () => {
    service.answers.set('/hang', 'hang')
    const { post } = poster()
    const abort = new AbortController()
    const aborted = post(new URL('/hang', service.origin), headers(), body, abort.signal)
    await service.arrived(1)
    abort.abort()
    await expect(aborted).rejects.toThrow('aborted')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silent = post(new URL('/hang', service.origin), headers(), body, never)
    await service.arrived(2)
    vi.advanceTimersByTime(10_000)
    await expect(silent).rejects.toThrow('не ответила вовремя')
  })

  it.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['100.64.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['fd00::1']],
    [['224.0.0.1']],
    // One public address does not excuse the others.
    [['8.8.8.8', '127.0.0.1']],
    [[]],
  ])('a name that resolves to %j is not connected to', async (addresses) => {
    const { resolve, asked } = resolving(addresses)
    const { post } = poster([], resolve)
    const posted = post(new URL('https://push.test/'), headers(), body, never)
    await expect(posted).rejects.toThrow(Refusal)
    expect(asked).toEqual(['push.test'])
  })

  it('connects to the address that was checked, ignoring a second DNS answer (DNS rebinding)', async () => {
    // The address counts as public but is unreachable here: the connection fails, and the name is not resolved again.
    const { resolve, asked } = resolving(['2606:4700::dead'], ['127.0.0.1'])
    const { post } = poster([], resolve)
    const url = new URL(service.origin.replace('localhost', 'push.test'))
    const abort = new AbortController()
    const posted = post(url, headers(), body, abort.signal)
    setImmediate(() => abort.abort())
    await expect(posted).rejects.toThrow()
    expect(asked).toEqual(['push.test'])
    expect(service.received).toEqual([])
  })

  it('applies an exception to its host and port alone', async () => {
    const { post } = poster(['localhost:1'])
    await expect(post(new URL(service.origin), headers(), body, never)).rejects.toThrow(Refusal)
  })
})

describe('the VAPID token (RFC 8292)', () => {
  it('is signed once per push service and reused for some hours', () => {
    let now = Date.now()
    const sign = createAuthorize(
      { ...newKeyPair(), subject: 'mailto:a@b.ru', allowedHosts: new Set() },
      () => now,
    )
    const first = sign('https://a.example')
    expect(sign('https://a.example')).toBe(first)
    expect(sign('https://b.example')).not.toBe(first)
    now += 6 * 3_600_000 + 1
    expect(sign('https://a.example')).not.toBe(first)
  })

  it('is refused by another push service', async () => {
    const { post } = poster()
    const posted = await post(new URL(service.origin), headers('https://fcm.googleapis.com'), body, never)
    expect(posted.status).toBe(403)
  })
})
