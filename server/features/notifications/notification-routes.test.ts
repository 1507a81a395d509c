// Specification 1.13, 10.16, 10.19, 25.8

import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { notifyOfRule } from '../../../tests/support/rules.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { setDisabled, userIdOf } from '../auth/users.ts'

const BEFORE = '2026-04-17'
const DAY = '2026-04-18'

interface Listed {
  notification_id: number
  site: string
  vehicle_type: string
  body: string
  percent: number
  is_read: boolean
  day: string
  tyres: { line: number; filters: Record<string, string> }[]
}

let wire: TestWire
beforeEach(async () => {
  wire = await testWire()
  await wire.addUser('ten', { percent: 10 })
  await wire.addUser('five', { percent: 5 })
})
afterEach(() => wire.close())

const list = async (user: string): Promise<{ notifications: Listed[]; total: number; unread: number }> =>
  (await wire.as(user, { url: '/api/notifications/getNotifications' })).json()
const call = (user: string, name: string, nID: string | number, method: 'POST' | 'GET' = 'POST') =>
  wire.as(user, { method, url: `/api/notifications/${name}?nID=${encodeURIComponent(nID)}` })

const tyre = (article: string, wholesale: number | null, vehicleType = 'Легковая'): Line => [
  { article, name: `Шина ${article}`, vehicleType },
  { wholesale, retail: wholesale === null ? null : wholesale * 2 },
]

/** Imports prices of two days: −12.5 %, +6 %, one unchanged, one truck tyre +20 %, one outlier. */
async function importTwoDays(over: Line[] = []) {
  const first = [
    tyre('A', 4000),
    tyre('B', 5000),
    tyre('C', 100),
    tyre('T', 10_000, 'Грузовая'),
    tyre('G', 1000),
  ]
  const second = [
    tyre('A', 3500),
    tyre('B', 5300),
    tyre('C', 100),
    tyre('T', 12_000, 'Грузовая'),
    tyre('G', 9000),
  ]
  await savePrices(wire.database.db, 'b.ru', BEFORE, first)
  return savePrices(wire.database.db, 'b.ru', DAY, [...second, ...over])
}

describe('notifications of an imported day', () => {
  it("are one per user, site and vehicle type, from the user's percent upwards", async () => {
    await importTwoDays()
    const ten = await list('ten')
    const five = await list('five')
    expect(ten.notifications.map(({ vehicle_type, percent }) => [vehicle_type, percent])).toEqual(
      expect.arrayContaining([
        ['Легковая', -12.5],
        ['Грузовая', 20],
      ]),
    )
    expect(ten).toMatchObject({ total: 2, unread: 2 })
    const cars = (notifications: Listed[]) =>
      notifications.find((notification) => notification.vehicle_type === 'Легковая')?.body
    expect(cars(ten.notifications)).toContain('Подорожало: 0, подешевело: 1.')
    expect(cars(five.notifications)).toContain('Подорожало: 1, подешевело: 1.')
    expect(cars(five.notifications)?.replace(/\s/g, ' ')).toContain(
      'Шина A (Томск, опт): 4 000 ₽ → 3 500 ₽ (−12,5 %)',
    )
  })

  it("name the prices' day, and the filters that find a line in the price changes", async () => {
    await importTwoDays()
    const { notifications } = await list('ten')
    const cars = notifications.find(({ vehicle_type: type }) => type === 'Легковая') as Listed
    expect(cars).toMatchObject({ day: DAY, tyres: [{ line: 1, filters: { city: 'Томск' } }] })
    const query = new URLSearchParams({
      ...cars.tyres[0]?.filters,
      date: DAY,
      site: cars.site,
      vehicle: cars.vehicle_type,
      page: '1',
    })
    const response = await wire.as('ten', { url: `/api/analytics/thresholdAnalyse?${query}` })
    const names = response
      .json()
      .items.map((item: { specifications: { name: string } }) => item.specifications.name)
    expect(names).toContain('Шина A')
  })

  it('leave outliers out and count them', async () => {
    await importTwoDays()
    const [notification] = (await list('ten')).notifications.filter(
      ({ vehicle_type: type }) => type === 'Легковая',
    )
    expect(notification?.body).toContain('Не учтено как похожее на ошибку источника: 1.')
    expect(notification?.body).not.toContain('Шина G')
  })

  it('are not created twice by repeating the import, and not brought back when deleted', async () => {
    await importTwoDays()
    const { notifications } = await list('ten')
    await call('ten', 'deleteNotification', notifications[0]?.notification_id ?? 0)
    expect((await importTwoDays()).notifications).toBe(0)
    expect((await list('ten')).total).toBe(1)
  })

  it("are limited to the user's vehicle type, and to users who are not disabled", async () => {
    const { db } = wire.database
    await db.run("UPDATE users SET vehicle_type = 'Грузовая' WHERE username = 'ten'")
    await setDisabled(db, (await userIdOf(db, 'five')) ?? '', true)
    expect((await importTwoDays()).notifications).toBe(1)
    expect((await list('ten')).notifications.map((notification) => notification.vehicle_type)).toEqual([
      'Грузовая',
    ])
  })

  it('are not created if nothing moved enough, nor on the first day', async () => {
    expect((await savePrices(wire.database.db, 'b.ru', BEFORE, [tyre('A', 1000)])).notifications).toBe(0)
    expect((await savePrices(wire.database.db, 'b.ru', DAY, [tyre('A', 1010)])).notifications).toBe(0)
  })

  it('are saved together with the day or not at all', async () => {
    await savePrices(wire.database.db, 'b.ru', BEFORE, [tyre('A', 1000)])
    await wire.database.db.run('DROP TABLE audit_log')
    await expect(savePrices(wire.database.db, 'b.ru', DAY, [tyre('A', 2000)])).rejects.toThrow()
    expect(await wire.database.db.get('SELECT 1 AS one FROM notifications')).toBeUndefined()
    expect(await wire.database.db.get('SELECT 1 AS one FROM days WHERE day = ?', DAY)).toBeUndefined()
  })
})

describe('the calls of specification 3.15', () => {
  it('mark as read, download and delete', async () => {
    await importTwoDays()
    const id =
      (await list('five')).notifications.find(({ vehicle_type: type }) => type === 'Легковая')
        ?.notification_id ?? 0
    expect((await call('five', 'readNotification', id)).statusCode).toBe(200)
    expect((await list('five')).unread).toBe(1)
    const file = await call('five', 'downloadTable', id, 'GET')
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="prices_2026-04-18_\d+\.xlsx"$/,
    )
    const [, labels, ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
    const at = (label: string) => rows.map((row) => row[labels?.indexOf(label) ?? -1])
    expect(at('Название')).toEqual(['Шина G', 'Шина A', 'Шина B'])
    expect(at('Было')).toEqual([1000, 4000, 5000])
    expect(at('Стало')).toEqual([9000, 3500, 5300])
    expect(at('Изменение, %')).toEqual([800, -12.5, 6])
    expect((await call('five', 'deleteNotification', id)).statusCode).toBe(200)
    expect((await list('five')).total).toBe(1)
  })

  it('answer 304 to clients that have the list, until it changes', async () => {
    await importTwoDays()
    const ask = (user: string, known: unknown) =>
      wire.as(user, {
        url: '/api/notifications/getNotifications',
        headers: { 'if-none-match': String(known) },
      })
    let last = await ask('five', '')
    const stands = async () => {
      const answer = await ask('five', last.headers.etag)
      expect([answer.statusCode, answer.body]).toEqual([304, ''])
    }
    const isAnother = async () => {
      last = await ask('five', last.headers.etag)
      expect(last.statusCode).toBe(200)
      await stands()
    }
    expect(last.headers['cache-control']).toBe('private, no-cache')
    await stands()
    const [first, second] = (await list('five')).notifications
    await call('five', 'readNotification', first?.notification_id ?? 0)
    await isAnother()
    await call('five', 'deleteNotification', first?.notification_id ?? 0)
    await isAnother()
    await call('five', 'readNotification', second?.notification_id ?? 0)
    await isAnother()
    await savePrices(wire.database.db, 'b.ru', '2026-04-19', [tyre('A', 5000)])
    await isAnother()
    expect((await ask('ten', last.headers.etag)).statusCode).toBe(200)
  })

  it('list all of thousands, newest first', async () => {
    await importTwoDays()
    const { db } = wire.database
    const [known] = await db.all<{ user_id: string; site_id: number }>(
      "SELECT user_id, site_id FROM notifications JOIN users ON users.id = user_id WHERE username = 'ten'",
    )
    await db.insertMany(
      'notifications',
      [
        'user_id',
        'day',
        'site_id',
        'vehicle_type',
        'compared_with',
        'threshold',
        'percent',
        'body',
        'created_at',
      ],
      Array.from({ length: 3_000 }, (_, n) => [
        known?.user_id ?? '',
        `day ${n}`,
        known?.site_id ?? 0,
        '',
        '',
        1,
        1,
        `текст ${n}`,
        n,
      ]),
    )
    const { notifications, total } = await list('ten')
    expect([notifications.length, total]).toEqual([3_002, 3_002])
    expect(notifications[0]?.body).toBe('текст 2999')
  })

  it.each(['readNotification', 'deleteNotification'])(
    "%s of another user's notification is 404 and changes nothing",
    async (name) => {
      await importTwoDays()
      const { notifications } = await list('ten')
      const id = notifications[0]?.notification_id ?? 0
      expect((await call('five', name, id)).statusCode).toBe(404)
      expect((await call('five', 'downloadTable', id, 'GET')).statusCode).toBe(404)
      expect(await list('ten')).toMatchObject({ total: 2, unread: 2 })
    },
  )

  it.each(['0', '-1', 'abc', '1;DROP TABLE notifications', '99999999999999999999', '1.5'])(
    'id %s is 404',
    async (id) => {
      for (const name of ['readNotification', 'deleteNotification']) {
        expect((await call('ten', name, id)).statusCode).toBe(404)
      }
      expect((await call('ten', 'downloadTable', id, 'GET')).statusCode).toBe(404)
    },
  )

  it('of a deleted notification are 404', async () => {
    await importTwoDays()
    const id = (await list('ten')).notifications[0]?.notification_id ?? 0
    await call('ten', 'deleteNotification', id)
    expect((await call('ten', 'readNotification', id)).statusCode).toBe(404)
    expect((await call('ten', 'deleteNotification', id)).statusCode).toBe(404)
    expect((await call('ten', 'downloadTable', id, 'GET')).statusCode).toBe(404)
  })

  it('send names from price lists verbatim: markup and line breaks are text', async () => {
    const name = '<img src=x onerror=alert(1)> & "Шина"'
    const line = (wholesale: number): Line => [{ article: 'X', name, vehicleType: '<b>' }, { wholesale }]
    await savePrices(wire.database.db, 'x.ru', BEFORE, [line(1000)])
    await savePrices(wire.database.db, 'x.ru', DAY, [line(1500)])
    const answer = await wire.as('ten', { url: '/api/notifications/getNotifications' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    const [notification] = (await list('ten')).notifications
    expect(notification?.vehicle_type).toBe('<b>')
    expect(notification?.body).toContain(name)
    const file = await call('ten', 'downloadTable', notification?.notification_id ?? 0, 'GET')
    expect((await readXlsx(file.rawPayload)).sheets[0]?.rows.flat()).toContain(name)
  })

  it.each([
    ['GET', 'getNotifications'],
    ['POST', 'readNotification?nID=1'],
    ['POST', 'deleteNotification?nID=1'],
    ['GET', 'downloadTable?nID=1'],
  ] as const)('%s %s needs a session', async (method, path) => {
    const answer = await wire.app.inject({ method, url: `/api/notifications/${path}` })
    expect(answer.statusCode).toBe(401)
  })
})

describe('POST /api/admin/users', () => {
  const admin = (payload: object) => wire.as('ann', { method: 'POST', url: '/api/admin/users', payload })
  beforeEach(() => wire.addUser('ann', { role: 'admin' }))
  const NEW = {
    username: 'new@x.ru',
    password: 'long enough',
    role: 'user',
    percent: 7.5,
    vehicleType: 'Легковая',
  }
  const audited = async () =>
    (await wire.database.db.all<{ event: string }>('SELECT event FROM audit_log ORDER BY id')).map(
      ({ event }) => event,
    )

  it('creates a user who can sign in, once', async () => {
    expect((await admin(NEW)).statusCode).toBe(201)
    const again = await admin({ ...NEW, username: 'NEW@x.ru' })
    expect(again.statusCode).toBe(409)
    const entered = await wire.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: NEW.username, password: NEW.password },
    })
    expect(entered.statusCode).toBe(200)
    expect(await audited()).toContain('user created')
  })

  it.each([
    { username: 'ab' },
    { password: 'short' },
    { role: 'king' },
    { percent: 0 },
    { percent: 100.1 },
    { percent: '5x' },
    { extra: 1 },
  ])('refuses %j', async (over) => {
    expect((await admin({ ...NEW, ...over })).statusCode).toBe(400)
  })

  it("is 403 with a user's token, and the attempt is audited", async () => {
    const answer = await wire.as('ten', { method: 'POST', url: '/api/admin/users', payload: NEW })
    expect(answer.statusCode).toBe(403)
    expect(await audited()).toContain('admin route refused')
    expect(
      await wire.database.db.get('SELECT 1 AS one FROM users WHERE username = ?', NEW.username),
    ).toBeUndefined()
  })
})

describe('the audit log', () => {
  it('records sign-ins and failures without the password', async () => {
    await wire.signIn('ten')
    await wire.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'ten', password: 'guess' },
    })
    const rows = await wire.database.db.all<{ event: string; details: string }>(
      'SELECT event, details FROM audit_log',
    )
    expect(rows.map(({ event }) => event)).toEqual(['sign-in', 'sign-in failed'])
    expect(JSON.stringify(rows)).not.toContain('guess')
  })

  it('disabling a user ends the sessions', async () => {
    const { token, cookie } = await wire.signIn('ten')
    await setDisabled(wire.database.db, (await userIdOf(wire.database.db, 'ten')) ?? '', true)
    const check = await wire.app.inject({
      url: '/user/checkToken',
      headers: { authorization: `Bearer ${token}` },
    })
    const refresh = await wire.app.inject({ method: 'POST', url: '/auth/refresh', headers: { cookie } })
    expect([check.statusCode, refresh.statusCode]).toEqual([401, 401])
  })
})

describe('notifications of rules', () => {
  const MUTE = '/api/companion/rules/firings/mute'
  const mute = (user: string, nID: string | number) =>
    wire.as(user, { method: 'POST', url: `${MUTE}?nID=${encodeURIComponent(nID)}` })
  const created = async (user: string) => {
    const id = await userIdOf(wire.database.db, user)
    return notifyOfRule(wire.database.db, id ?? '')
  }

  it('say what the rule found, and whether it is muted', async () => {
    const { firing, notification } = await created('ten')
    const read = async () => (await list('ten')).notifications
    expect(await read()).toMatchObject([{ vehicle_type: 'Правила', firing, muted: false }])
    for (let times = 0; times < 2; times++) {
      const { statusCode, body } = await mute('ten', notification)
      expect([statusCode, body]).toEqual([200, '{"message":"ok"}'])
    }
    expect(await read()).toMatchObject([{ firing, muted: true }])
    await wire.as('ten', {
      method: 'POST',
      url: `/api/companion/rules/firings/${firing}/mute`,
      payload: { muted: false },
    })
    expect(await read()).toMatchObject([{ firing, muted: false }])
  })

  it('are sent anew to clients that have the list once a rule is muted', async () => {
    const { notification } = await created('ten')
    const first = await wire.as('ten', { url: '/api/notifications/getNotifications' })
    const ask = () =>
      wire.as('ten', {
        url: '/api/notifications/getNotifications',
        headers: { 'if-none-match': String(first.headers.etag) },
      })
    expect((await ask()).statusCode).toBe(304)
    await mute('ten', notification)
    expect((await ask()).statusCode).toBe(200)
  })

  it('cannot be muted by others, nor without a rule', async () => {
    const { notification, rule } = await created('ten')
    for (const nID of [notification, 999_999, 'x', '1e1'])
      expect((await mute('five', nID)).statusCode).toBe(404)
    expect(await wire.database.db.all('SELECT * FROM rule_mutes')).toEqual([])
    await importTwoDays()
    const [prices] = (await list('five')).notifications
    expect((await mute('five', prices?.notification_id ?? 0)).statusCode).toBe(404)
    expect((await wire.app.inject({ method: 'POST', url: `${MUTE}?nID=${notification}` })).statusCode).toBe(
      401,
    )
    await wire.database.db.run('DELETE FROM rules WHERE id = ?', rule)
    expect((await mute('ten', notification)).statusCode).toBe(200)
    const found = (await list('ten')).notifications.find(({ notification_id: id }) => id === notification)
    expect(found).toBeDefined()
    expect(found).not.toHaveProperty('muted')
  })
})
