// Specification 11.9

import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RecoveryCodes, SecondFactorSetup, Security } from '../../../contract/account/security.ts'
import { asksForSecondFactor, asksToConfirm } from '../../../contract/account/sign-in.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { nextCode } from '../../../tests/support/second-factor.ts'
import { PASSWORD } from '../../../tests/support/users.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await testWire()
})
afterAll(() => wire.close())

const ROOT = '/api/companion/security'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'
const NEW = 'другой длинный пароль'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const login = (username: string, password = PASSWORD, over: { code?: string; headers?: object } = {}) =>
  wire.app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { 'user-agent': CHROME, ...over.headers },
    payload: { username, password, ...(over.code !== undefined && { code: over.code }) },
  })
const tokenOf = (answer: { json(): unknown }) => (answer.json() as { access_token: string }).access_token
const post = (token: string, path: string, payload?: object) =>
  wire.app.inject({ method: 'POST', url: ROOT + path, headers: bearer(token), ...(payload && { payload }) })
const page = async (token: string) =>
  readAnswer(Security, (await wire.app.inject({ url: ROOT, headers: bearer(token) })).body)
const isLive = async (token: string) =>
  (await wire.app.inject({ url: '/user/checkToken', headers: bearer(token) })).statusCode === 200
const notices = async (token: string) => {
  const answer = await wire.app.inject({ url: '/api/notifications/getNotifications', headers: bearer(token) })
  return (answer.json() as { notifications: Record<string, unknown>[] }).notifications
}
/** Simulates that the password was proved long ago. */
const forgetProofs = () => wire.database.db.run('UPDATE sessions SET proved_at = 0')

describe('sessions (specification 11.5)', () => {
  it('are listed with device and address, the asking one first, and nobody else’s', async () => {
    await wire.addUser('list')
    await wire.addUser('other')
    await login('other')
    const first = tokenOf(await login('list'))
    const phone = tokenOf(
      await login('list', PASSWORD, {
        headers: {
          'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Version/17.0 Mobile Safari/604.1',
        },
      }),
    )
    const { sessions } = await page(first)
    expect(sessions).toMatchObject([
      { device: 'Chrome, Windows', address: '127.0.0.1', current: true },
      { device: 'Safari, iPhone', current: false },
    ])
    expect((await page(phone)).sessions[0]).toMatchObject({ device: 'Safari, iPhone', current: true })
  })

  it('end one by one or all but this one; another user’s is 404', async () => {
    await wire.addUser('ender')
    await wire.addUser('victim')
    const victim = tokenOf(await login('victim'))
    const [here, there, elsewhere] = [await login('ender'), await login('ender'), await login('ender')].map(
      tokenOf,
    )
    if (!here || !there || !elsewhere) throw new Error('not signed in')
    const foreign = (await page(victim)).sessions[0]?.id
    expect((await post(here, '/sessions/end', { id: foreign })).statusCode).toBe(404)
    expect(await isLive(victim)).toBe(true)

    const one = (await page(there)).sessions[0]?.id
    expect((await post(here, '/sessions/end', { id: one })).json()).toEqual({ ended: 1 })
    expect([await isLive(here), await isLive(there), await isLive(elsewhere)]).toEqual([true, false, true])
    expect((await post(here, '/sessions/end', {})).json()).toEqual({ ended: 1 })
    expect([await isLive(here), await isLive(elsewhere)]).toEqual([true, false])
  })
})

describe('changing the password (specification 11.2)', () => {
  it('asks for the old one, ends the other sessions and tells the person', async () => {
    await wire.addUser('changer')
    const [here, there] = [tokenOf(await login('changer')), tokenOf(await login('changer'))]
    expect((await post(here, '/password', { current: 'wrong', password: NEW })).json()).toEqual({
      error: 'Неверный пароль',
    })
    expect((await post(here, '/password', { current: PASSWORD, password: NEW })).statusCode).toBe(200)
    expect([await isLive(here), await isLive(there)]).toEqual([true, false])
    expect((await login('changer')).statusCode).toBe(401)
    expect((await login('changer', NEW)).statusCode).toBe(200)
    expect((await page(here)).password_changed_at).toMatch(/^\d{4}-/)
    expect((await notices(here)).find(({ body }) => String(body).startsWith('Пароль'))).toMatchObject({
      vehicle_type: 'Безопасность',
      site: '',
      percent: null,
      body: expect.stringMatching(/^Пароль изменён/),
    })
  })

  it.each([
    ['short', 'Пароль должен быть минимум 8 символов.'],
    ['        a        ', 'Пароль должен быть минимум 8 символов.'],
    ['qwertyuiop', 'Этот пароль слишком известен: придумайте другой.'],
    ['PASSWORD123', 'Этот пароль слишком известен: придумайте другой.'],
    ['weak.person@mail.ru', 'Пароль не должен совпадать с именем.'],
    ['Weak.Person', 'Пароль не должен совпадать с именем.'],
    ['with\u0000control', 'В пароле есть недопустимые символы.'],
    [PASSWORD, 'Новый пароль совпадает с прежним.'],
  ])('refuses %j', async (password, error) => {
    const answer = await wire.as('weak.person@mail.ru', {
      method: 'POST',
      url: `${ROOT}/password`,
      payload: { current: PASSWORD, password },
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error }])
  })
})

describe('a stolen access token', () => {
  it('guesses the password no faster than anybody, by whichever call', async () => {
    await wire.addUser('robbed')
    const token = tokenOf(await login('robbed'))
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const guess =
        n % 2 === 0
          ? post(token, '/confirm', { password: 'x' })
          : post(token, '/password', { current: 'x', password: NEW })
      statuses.push((await guess).statusCode)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    // The right one has to wait, too.
    expect((await post(token, '/confirm', { password: PASSWORD })).statusCode).toBe(429)
  })

  it('renews no recovery codes behind the person’s back', async () => {
    await wire.addUser('renewed')
    const token = tokenOf(await login('renewed'))
    const { secret } = readAnswer(SecondFactorSetup, (await post(token, '/second-factor/begin')).body)
    await post(token, '/second-factor/enable', { code: generateSync({ secret }) })
    const renewed = await post(token, '/second-factor/recovery-codes', { code: nextCode(secret) })
    expect(renewed.statusCode).toBe(200)
    expect((await notices(token))[0]?.body).toMatch(/^Резервные коды обновлены/)
    const rows = await wire.database.db.all("SELECT 1 FROM audit_log WHERE event = 'recovery codes renewed'")
    expect(rows).toHaveLength(1)
  })

  it('leaves no answer in a cache', async () => {
    await wire.addUser('cached')
    const token = tokenOf(await login('cached'))
    const answer = await wire.app.inject({ url: ROOT, headers: bearer(token) })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('sensitive steps (specification 11.4)', () => {
  it('ask for the password again after a while, and go on once it is given', async () => {
    await wire.addUser('prover')
    const token = tokenOf(await login('prover'))
    expect((await post(token, '/second-factor/begin')).statusCode).toBe(200)
    await forgetProofs()
    const refused = await post(token, '/second-factor/begin')
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { error: 'Подтвердите действие паролем', confirm: true },
    ])
    expect(asksToConfirm(refused.body)).toBe(true)
    expect((await post(token, '/confirm', { password: 'wrong' })).statusCode).toBe(403)
    expect((await post(token, '/second-factor/begin')).statusCode).toBe(403)
    expect((await post(token, '/confirm', { password: PASSWORD })).statusCode).toBe(200)
    expect((await post(token, '/second-factor/begin')).statusCode).toBe(200)
  })

  it.each([
    ['POST', '/user/verify/telegram'],
    ['DELETE', '/user/verify/telegram'],
    ['POST', '/user/verify/mail'],
    ['DELETE', '/user/verify/mail'],
  ] as const)('%s %s is one', async (method, url) => {
    await wire.addUser('linker')
    const token = tokenOf(await login('linker'))
    await forgetProofs()
    const answer = await wire.app.inject({ method, url, headers: bearer(token) })
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { confirm: true }])
  })
})

describe('the second factor (specification 11.7)', () => {
  async function withSecondFactor(username: string) {
    await wire.addUser(username)
    const token = tokenOf(await login(username))
    const begun = readAnswer(SecondFactorSetup, (await post(token, '/second-factor/begin')).body)
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\//)
    const code = generateSync({ secret: begun.secret })
    const enabled = await post(token, '/second-factor/enable', { code })
    expect(enabled.statusCode).toBe(200)
    return {
      token,
      secret: begun.secret,
      codes: readAnswer(RecoveryCodes, enabled.body).recovery_codes,
    }
  }

  it('is demanded only of those who enabled it, and each code works once', async () => {
    const { token, secret, codes } = await withSecondFactor('factor')
    expect(codes).toHaveLength(10)
    expect((await page(token)).second_factor).toEqual({
      enabled: true,
      demanded: false,
      recovery_codes_left: 10,
    })

    const without = await login('factor')
    expect([without.statusCode, without.json()]).toEqual([
      401,
      { error: 'Введите код из приложения', second_factor: true },
    ])
    expect(asksForSecondFactor(without.body)).toBe(true)
    expect(without.cookies).toEqual([])
    // A wrong password says nothing of the second factor.
    expect((await login('factor', 'wrong', { code: '000000' })).json()).toEqual({
      error: 'Неверный логин или пароль',
    })
    expect((await login('factor', PASSWORD, { code: 'wrong' })).json()).toEqual({
      error: 'Неверный код',
      second_factor: true,
    })
    const code = nextCode(secret)
    expect((await login('factor', PASSWORD, { code })).statusCode).toBe(200)
    expect((await login('factor', PASSWORD, { code })).statusCode).toBe(401)
  })

  it('lets in by a recovery code, once', async () => {
    const { token, codes } = await withSecondFactor('recovery')
    const code = (codes[0] ?? '').toUpperCase().replace('-', ' ')
    expect((await login('recovery', PASSWORD, { code })).statusCode).toBe(200)
    expect((await login('recovery', PASSWORD, { code })).statusCode).toBe(401)
    expect((await page(token)).second_factor.recovery_codes_left).toBe(9)
  })

  it('does not count before it is confirmed, and stays when begun again', async () => {
    await wire.addUser('begun')
    const token = tokenOf(await login('begun'))
    await post(token, '/second-factor/begin')
    expect((await post(token, '/second-factor/enable', { code: '000000' })).json()).toEqual({
      error: 'Неверный код',
    })
    expect((await login('begun')).statusCode).toBe(200)

    const { token: enabled, secret } = await withSecondFactor('enabled')
    expect((await post(enabled, '/second-factor/begin')).statusCode).toBe(409)
    expect((await post(enabled, '/second-factor/disable', { code: nextCode(secret) })).statusCode).toBe(200)
    expect((await login('enabled')).statusCode).toBe(200)
  })

  describe.each(['/second-factor/disable', '/second-factor/recovery-codes'])('%s', (path) => {
    const name = (kind: string) => `${kind}${path.slice(-3)}`

    it('asks for a code beside the recent proof of the password, which a stolen session has not', async () => {
      const { token, secret, codes } = await withSecondFactor(name('guarded'))
      for (const [payload, error] of [
        [{}, 'Введите код из приложения или резервный код'],
        [{ code: ' ' }, 'Введите код из приложения или резервный код'],
        [{ code: '000000' }, 'Неверный код'],
        [{ code: 'abcde-fghjk' }, 'Неверный код'],
      ] as const) {
        const refused = await post(token, path, payload)
        expect([refused.statusCode, refused.json()]).toEqual([400, { error }])
      }
      expect((await page(token)).second_factor).toMatchObject({ enabled: true, recovery_codes_left: 10 })
      await forgetProofs()
      expect((await post(token, path, { code: nextCode(secret) })).json()).toMatchObject({ confirm: true })
      await post(token, '/confirm', { password: PASSWORD })
      expect((await post(token, path, { code: nextCode(secret) })).statusCode).toBe(200)
      expect((await login(name('guarded'), PASSWORD, { code: codes[0] as string })).statusCode).toBe(
        path.endsWith('disable') ? 200 : 401,
      )
    })

    it('accepts a recovery code, and says that one was used', async () => {
      const { token, codes } = await withSecondFactor(name('spare'))
      expect((await post(token, path, { code: codes[3] })).statusCode).toBe(200)
      const bodies = (await notices(token)).map(({ body }) => String(body))
      expect(
        bodies.some((body) => body.startsWith('Второй фактор изменён по резервному коду, 127.0.0.1')),
      ).toBe(true)
    })

    it('slows down guessing without keeping the person from signing in, and tells them', async () => {
      const { token, secret } = await withSecondFactor(name('slowed'))
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) statuses.push((await post(token, path, { code: '000000' })).statusCode)
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
      const bodies = (await notices(token)).map(({ body }) => String(body))
      expect(bodies.filter((body) => body.startsWith('На странице «Безопасность» код'))).toHaveLength(1)
      expect((await login(name('slowed'), PASSWORD, { code: nextCode(secret) })).statusCode).toBe(200)
    })

    it('needs a second factor', async () => {
      await wire.addUser(name('without'))
      const token = tokenOf(await login(name('without')))
      expect((await post(token, path, { code: '000000' })).statusCode).toBe(409)
    })
  })

  it('is stored encrypted, and recovery codes as hashes', async () => {
    const { secret, codes } = await withSecondFactor('stored')
    const rows = await wire.database.db.all('SELECT * FROM second_factors')
    const hashes = await wire.database.db.all('SELECT * FROM recovery_codes')
    const text = JSON.stringify([rows, hashes])
    for (const shown of [secret, ...codes]) expect(text).not.toContain(shown)
  })
})

describe('a sign-in from a new device (specification 11.6)', () => {
  it('is told, but for the first one and for known ones', async () => {
    await wire.addUser('traveller')
    const first = await login('traveller')
    const device = first.cookies.find(({ name }) => name === 'device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/auth' })
    const token = tokenOf(first)
    await login('traveller', PASSWORD, { headers: { cookie: `device=${device?.value}` } })
    expect(await notices(token)).toEqual([])
    for (let n = 0; n < 8; n++) await login('traveller', PASSWORD, { headers: { 'user-agent': CHROME } })
    const told = await notices(token)
    expect(told[0]).toMatchObject({
      vehicle_type: 'Безопасность',
      body: expect.stringContaining('Вход с нового устройства: Chrome, Windows, 127.0.0.1'),
    })
    // Eight of them must not bury everything else.
    expect(told).toHaveLength(5)
  })
})
