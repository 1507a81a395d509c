// Specification 9.9, 10.16

import { beforeEach, describe, expect, it } from 'vitest'
import { DeliveryError } from '../delivery/channel.ts'
import { SilentServices } from './silent-services.ts'

const [SILENT, OTHER] = ['https://silent.example', 'https://other.example']
const SECOND = 1_000

let now: number
let services: SilentServices
let called: string[]
beforeEach(() => {
  now = 0
  called = []
  services = new SilentServices(() => now)
})

const answers = async () => 201
const failing = async (): Promise<number> => {
  throw new Error('push-служба не ответила вовремя')
}
const send = (origin: string, call: () => Promise<number>, isOurs = () => false) => {
  const counted = () => {
    called.push(origin)
    return call()
  }
  return services.call(origin, counted, isOurs).catch((error: Error) => error.message)
}
const failTimes = async (times: number) => {
  for (let n = 0; n < times; n++) await send(SILENT, failing)
}

describe('a push service that does not answer', () => {
  it('is forgotten once a thousand others do not answer, since users name them', async () => {
    await failTimes(3)
    for (let n = 0; n < 1_000; n++) await send(`https://service${n}.example`, failing)
    expect(await send(SILENT, answers)).toBe(201)
  })

  it('is no longer called after three times, while others are', async () => {
    await failTimes(5)
    expect(called).toEqual([SILENT, SILENT, SILENT])
    expect(await send(OTHER, answers)).toBe(201)
    await expect(services.call(SILENT, answers, () => false)).rejects.toMatchObject({
      constructor: DeliveryError,
      permanent: false,
      othersGoOn: true,
      retryAfterMs: 30 * SECOND,
    })
  })

  it('is tried by one message every half minute, until it answers', async () => {
    await failTimes(3)
    now = 30 * SECOND
    const probe = Promise.withResolvers<number>()
    const first = send(SILENT, () => probe.promise)
    expect(await send(SILENT, answers)).toBe('push-служба не отвечает')
    probe.reject(new Error('again'))
    expect(await first).toBe('again')
    now = 59 * SECOND
    expect(await send(SILENT, answers)).toBe('push-служба не отвечает')
    now = 60 * SECOND
    expect(await send(SILENT, answers)).toBe(201)
    expect(await send(SILENT, answers)).toBe(201)
  })

  it('is not one that answers now and then', async () => {
    for (let n = 0; n < 5; n++) {
      await failTimes(2)
      expect(await send(SILENT, answers)).toBe(201)
    }
  })

  it('is not one whose calls this server itself ended', async () => {
    for (let n = 0; n < 5; n++) await send(SILENT, failing, () => true)
    expect(await send(SILENT, answers)).toBe(201)
    await failTimes(3)
    now = 30 * SECOND
    await send(SILENT, failing, () => true)
    expect(await send(SILENT, answers)).toBe(201)
  })

  it('is no longer called while three calls hang, unless others are answered', async () => {
    const hanging = Promise.withResolvers<number>()
    const hang = () => hanging.promise
    const calls = [send(SILENT, hang), send(SILENT, hang), send(SILENT, hang)]
    now = 2 * SECOND - 1
    expect(await send(SILENT, answers)).toBe(201)
    now = 3 * SECOND
    expect(await send(SILENT, answers)).toBe(201)
    now = 5 * SECOND
    expect(await send(SILENT, answers)).toBe('push-служба не отвечает')
    expect(await send(OTHER, answers)).toBe(201)
    hanging.resolve(201)
    expect(await Promise.all(calls)).toEqual([201, 201, 201])
    expect(await send(SILENT, answers)).toBe(201)
  })
})
