// Specification 23.4

import { describe, expect, it } from 'vitest'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { RobotsRules, readRobots } from './robots.ts'

const SITE = 'https://shop.ru'
const inPlace = async (request: Parameters<typeof readRobots>[0]) => readRobots(request)
const of = (text: string | FetchFailure, path = '/') =>
  new RobotsRules(async () => {
    if (typeof text !== 'string') throw text
    return text
  }, inPlace).of(new URL(path, SITE))
const allows = async (text: string | FetchFailure, path: string) => (await of(text, path)).isAllowed

describe('RobotsRules', () => {
  it('keep the rules for this product, else those for all', async () => {
    const text =
      'User-agent: *\nDisallow: /\n\nUser-agent: tyre-price-monitor\nDisallow: /cart\nAllow: /cart/help\nCrawl-delay: 4'
    expect(await allows(text, '/tyre')).toBe(true)
    expect(await allows(text, '/cart/1')).toBe(false)
    expect(await allows(text, '/cart/help')).toBe(true)
    expect((await of(text)).pauseMs).toBe(4_000)
    expect(await allows('User-agent: *\nDisallow: /tyre*?sort=', '/tyre/1?sort=price')).toBe(false)
  })

  it('allow everything without a robots.txt, and with one that is none', async () => {
    expect(await allows(new FetchFailure('нет', false, { status: 404 }), '/tyre')).toBe(true)
    expect(await allows('', '/tyre')).toBe(true)
    expect(await allows('<!doctype html><h1>Страница не найдена</h1>', '/tyre')).toBe(true)
    expect(await of('User-agent: *\nCrawl-delay: soon')).toMatchObject({ pauseMs: 0 })
  })

  it('say that the server is not there', async () => {
    await expect(of(new FetchFailure('Имя сервера не найдено', true))).rejects.toThrow(
      /^Имя сервера не найдено$/,
    )
  })

  it.each([500, 503, 429])('forbid everything while it cannot be read (%i)', async (status) => {
    await expect(of(new FetchFailure('Сервер молчал', true, { status }))).rejects.toMatchObject({
      message: 'robots.txt не читается, а без него страницы не берутся. Сервер молчал',
      status,
      again: true,
    })
  })

  it('are read once for several requests at a time, also if they fail', async () => {
    let reads = 0
    const rules = new RobotsRules(async () => {
      reads++
      throw new FetchFailure('Сервер молчал', true)
    }, inPlace)
    const all = await Promise.allSettled([1, 2, 3].map(() => rules.of(new URL(SITE))))
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(reads).toBe(1)
  })

  it('are forgotten from the oldest on, so that all together take few megabytes', async () => {
    const read: string[] = []
    const longest = `User-agent: *\n${'Disallow: /catalogue/tyres/summer\n'.repeat(20_000)}`
    const rules = new RobotsRules(async ({ host }) => {
      read.push(host)
      return longest
    }, inPlace)
    for (let n = 0; n < 80; n++) await rules.of(new URL(`https://shop${n}.ru`))
    await rules.of(new URL('https://shop79.ru'))
    expect(read).toHaveLength(80)
    await rules.of(new URL('https://shop0.ru'))
    expect(read).toHaveLength(81)
  })

  it('with many wildcards forbid more rather than take long', async () => {
    const text = `User-agent: *\nDisallow: /${'*a'.repeat(200)}b`
    expect(await allows(text, `/${'a'.repeat(2_000)}`)).toBe(false)
  })

  it('are read once an hour for each host', async () => {
    let [now, reads] = [0, 0]
    const rules = new RobotsRules(
      async () => `User-agent: *\nCrawl-delay: ${++reads}`,
      inPlace,
      () => now,
    )
    await rules.of(new URL(`${SITE}/a`))
    now = 59 * 60_000
    await rules.of(new URL(`${SITE}/b`))
    expect(reads).toBe(1)
    await rules.of(new URL('https://other.ru/'))
    now = 61 * 60_000
    await rules.of(new URL(SITE))
    expect(reads).toBe(3)
  })
})
