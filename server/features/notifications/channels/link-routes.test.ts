// Specification 3.15, 10.16

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ANNA, linkTests, MAIL, TELEGRAM } from '../../../../tests/support/link-tests.ts'

const t = linkTests()

describe('every link route', () => {
  it.each(
    [TELEGRAM, MAIL].flatMap((url) =>
      (['GET', 'POST', 'DELETE'] as const).map((method) => ({ method, url })),
    ),
  )('$method $url needs a session', async ({ method, url }) => {
    await t.start({ DEMO: '1' })
    expect(await t.call(method, url, 'nobody')).toEqual({
      status: 401,
      error: 'Требуется вход',
      message: 'Требуется вход',
    })
  })

  it.each([
    ['POST', TELEGRAM, '{}'],
    ['POST', TELEGRAM, ''],
    ['POST', MAIL, '{'],
    ['DELETE', TELEGRAM, ''],
    ['DELETE', MAIL, 'x'],
  ] as const)('%s %s does not mind the body %j under a JSON type', async (method, url, payload) => {
    await t.start({ DEMO: '1' })
    const headers = { 'content-type': 'application/json' }
    expect((await t.wire.as(ANNA, { method, url, headers, payload })).statusCode).toBe(200)
  })

  it.each([TELEGRAM, MAIL])('POST %s is limited', async (url) => {
    await t.start({ DEMO: '1' })
    const answers = []
    for (let i = 0; i < 21; i++) answers.push((await t.call('POST', url)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })
})

it('issues codes for 15 minutes to Telegram, and for 24 hours to mail', async () => {
  await t.startWithMail()
  for (const url of [TELEGRAM, MAIL]) expect((await t.call('POST', url)).status).toBe(200)
  const codes = await t.wire.db.all<{ expires_at: number }>('SELECT expires_at FROM link_codes ORDER BY 1')
  const minutes = codes.map(({ expires_at }) => Math.round((expires_at - Date.now()) / 60_000))
  expect(minutes).toEqual([15, 24 * 60])
})

describe('the pages', () => {
  it('contain no scripts, load nothing, and forbid caching and framing', async () => {
    await t.start({ DEMO: '1' })
    const { headers, body } = await t.open(`${MAIL}/confirm?code=x`)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? ''
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(style).digest('base64'))
    expect(body).not.toMatch(/<script|\son\w+=|href=|src=/)
  })

  it('show query parameters as text', async () => {
    await t.start({ DEMO: '1' })
    const page = await t.open(`${TELEGRAM}/page?code=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(page.body).not.toContain('alert')
  })
})
