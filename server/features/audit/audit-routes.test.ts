import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuditLogPage } from '../../../contract/account/audit-log.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { isoToday } from '../../../contract/lib/dates.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { audit, pruneAudit } from '../../platform/audit/audit.ts'

let wire: TestWire
let admin: string
beforeAll(async () => {
  wire = await testWire()
  await wire.addUser('boss', { role: 'admin' })
  admin = (await wire.signIn('boss')).token
  for (let i = 1; i <= 150; i++) await audit(wire.database.db, 'import', null, `site-${i}.ru 100%`)
})
afterAll(() => wire.close())

const ask = (query: string) =>
  wire.app.inject({ url: `/api/companion/audit${query}`, headers: { authorization: `Bearer ${admin}` } })
const page = async (query: string) => readAnswer(AuditLogPage, (await ask(query)).body)

describe('the audit log (specification 11.12)', () => {
  it('is for administrators', async () => {
    for (const url of ['/api/companion/audit', '/api/companion/audit.csv']) {
      expect((await wire.as('curious', { url })).statusCode).toBe(403)
    }
  })

  it('comes newest first, by page, whole', async () => {
    const first = await page('?event=import')
    expect(first.entries).toHaveLength(100)
    expect(first.entries[0]).toMatchObject({ event: 'import', user: '', details: 'site-150.ru 100%' })
    const second = await page(`?event=import&before=${first.next}`)
    expect(second.entries).toHaveLength(50)
    expect(second.next).toBeNull()
    expect(second.entries.at(-1)?.details).toBe('site-1.ru 100%')
  })

  it('is narrowed by text and day; % and _ mean themselves', async () => {
    expect((await page('?text=SITE-77.')).entries).toHaveLength(1)
    expect((await page('?text=0%25')).entries).toHaveLength(100)
    expect((await page('?text=_ite')).entries).toEqual([])
    expect((await page('?text=boss')).entries[0]).toMatchObject({ event: 'sign-in', user: 'boss' })
    const today = isoToday()
    expect((await page(`?from=${today}&to=${today}&text=site-5.ru`)).entries).toHaveLength(1)
    expect((await page('?to=2020-01-01')).entries).toEqual([])
    expect((await ask('?from=yesterday')).statusCode).toBe(400)
  })

  it('records failed names, logouts and reused refresh tokens', async () => {
    await wire.addUser('anna')
    await wire.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'nobody', password: 'x' },
    })
    expect((await page('?event=sign-in%20failed')).entries[0]?.details).toBe('nobody, 127.0.0.1')

    const { cookie } = await wire.signIn('anna')
    const refresh = () => wire.app.inject({ method: 'POST', url: '/auth/refresh', headers: { cookie } })
    await refresh()
    await wire.database.db.run('UPDATE refresh_tokens SET used_at = used_at - 3600000')
    await refresh()
    expect((await page('?event=refresh%20reused')).entries[0]?.user).toBe('anna')

    const { token } = await wire.signIn('anna')
    await wire.app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await page('?event=logout')).entries[0]?.user).toBe('anna')
  })

  it('records whose sign-ins were slowed down, once', async () => {
    const guess = () =>
      wire.app.inject({ method: 'POST', url: '/auth/login', payload: { username: 'guessed', password: 'x' } })
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await guess()).statusCode)
    expect(statuses).toContain(429)
    const { entries } = await page('?event=sign-in%20limited')
    expect(entries.map(({ details }) => details)).toEqual(['guessed, 127.0.0.1'])
  })

  it('is downloaded whole, safe for spreadsheets', async () => {
    await audit(wire.database.db, 'import', null, '=HYPERLINK("http://x")')
    const file = await ask('.csv?event=import')
    expect(file.headers['content-type']).toMatch(/^text\/csv/)
    const lines = file.body.trim().split('\r\n')
    expect(lines).toHaveLength(152)
    expect(lines[0]).toBe('Время;Событие;Пользователь;Подробности')
    expect(lines[1]).toContain(`Цены загружены;;"'=HYPERLINK(""http://x"")"`)
  })

  it('is downloaded with times on the clocks of the asked zone, and their offset', async () => {
    const { db } = wire.database
    await audit(db, 'import', null, 'zoned')
    await db.run("UPDATE audit_log SET at = ? WHERE details = 'zoned'", Date.parse('2026-11-21T06:00:00Z'))
    const timeIn = async (zone: string) =>
      (await ask(`.csv?event=import&text=zoned${zone}`)).body.split('\r\n')[1]?.split(';')[0]
    expect(await timeIn('&zone=Asia/Tomsk')).toBe('2026-11-21T13:00:00+07:00')
    expect(await timeIn('&zone=Mars/Olympus')).toBe('2026-11-21T06:00:00+00:00')
    expect(await timeIn('')).toBe('2026-11-21T06:00:00+00:00')
  })

  it('keeps 400 days', async () => {
    const { db } = wire.database
    await audit(db, 'import', null, 'old')
    await db.run("UPDATE audit_log SET at = at - ? WHERE details = 'old'", 401 * 86_400_000)
    await pruneAudit(db, Date.now())
    expect((await page('?text=old')).entries).toEqual([])
    expect((await page('?text=site-1.ru')).entries).toHaveLength(1)
  })
})
