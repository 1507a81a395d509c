import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadError } from './lenient-json.ts'
import { readNotifications } from './notifications.ts'

const NOW = new Date('2026-04-18T10:00:00.000Z')
const read = (answer: unknown) => readNotifications(JSON.stringify(answer), NOW)
const readOne = (item: object) => read([{ notification_id: 7, ...item }]).items[0]

describe('specification 7.13: where the list is', () => {
  const list = [{ notification_id: 1 }, { notification_id: 2 }]

  it.each([
    ['the array itself', list],
    ['notifications', { notifications: list }],
    ['items', { items: list }],
    ['items beside empty notifications', { notifications: null, items: list }],
  ])('%s', (_, answer) => {
    expect(read(answer).items.map(({ id }) => id)).toEqual(['1', '2'])
  })

  it.each([[], { notifications: [] }, { notifications: null }, { items: null }, { total: 0 }])(
    'none is in %j',
    (answer) => {
      expect(read(answer)).toEqual({ items: [], total: 0 })
    },
  )

  it.each(['', '<html></html>', 'null', '5', '"a"', '{}', '{"error":"no"}', '{"notifications":"a"}'])(
    '%j holds no list',
    (body) => {
      expect(() => readNotifications(body)).toThrow(ReadError)
    },
  )

  it('repairs invalid JSON', () => {
    expect(readNotifications('{"items": [{"notification_id": 1,}],}').items).toHaveLength(1)
  })
})

describe('what a rule found', () => {
  it.each([
    [
      { firing: 7, muted: true },
      { firing: 7, muted: true },
    ],
    [
      { firing: '7', muted: false },
      { firing: 7, muted: false },
    ],
    [{ firing: 7 }, { firing: 7, muted: null }],
    [
      { firing: 7, muted: 'true' },
      { firing: 7, muted: null },
    ],
    // The rule of price changes that everybody has; an unreadable firing is none.
    [{ muted: true }, { firing: null, muted: true }],
    [
      { firing: -1, muted: true },
      { firing: null, muted: true },
    ],
    [
      { firing: {}, muted: false },
      { firing: null, muted: false },
    ],
    [{ firing: {} }, undefined],
  ])('of %j is %j', (item, rule) => {
    expect(readOne(item)?.rule).toEqual(rule)
  })
})

describe('ids', () => {
  it('may be numbers or texts', () => {
    const ids = [1, '2', ' a-3 ', 0].map((notification_id) => ({ notification_id }))
    expect(read(ids).items.map(({ id }) => id)).toEqual(['1', '2', 'a-3', '0'])
  })

  it('that are unusable or repeated cause the notification to be skipped', () => {
    const ids = [null, '', ' ', {}, [], true, undefined, 5, '5'].map((notification_id) => ({
      notification_id,
    }))
    expect(read([...ids, null, 'x', 4]).items.map(({ id }) => id)).toEqual(['5'])
  })
})

describe('the total', () => {
  const items = [{ notification_id: 1 }]
  it.each(['total', 'total_count', 'total_rows'])('may be %s', (name) => {
    expect(read({ items, [name]: 12 }).total).toBe(12)
    expect(read({ items, [name]: '12' }).total).toBe(12)
    expect(read({ items, pagination: { [name]: 12 } }).total).toBe(12)
  })

  it.each([{}, { total: 'many' }, { total: -1 }, { total: null }, { total: 0 }])(
    'is the length of the list beside %j',
    (figures) => {
      expect(read({ items, ...figures }).total).toBe(1)
    },
  )
})

describe('specification 7.14: derivation', () => {
  it.each([
    [{ vehicle_type: 'Легковая', site: 'a.ru' }, 'Легковая · a.ru'],
    [{ vehicle_type: ' Легковая ', site: '' }, 'Легковая'],
    [{ vehicle_type: null, site: 'a.ru' }, 'a.ru'],
    [{}, 'Уведомление 7'],
    [{ vehicle_type: '', site: ' ' }, 'Уведомление 7'],
  ])('the title of %j is %j', (item, title) => {
    expect(readOne(item)?.title).toBe(title)
  })

  it.each([
    [{ vehicle_type: 'invite' }, 'invitation'],
    [{ vehicle_type: 'invitation' }, 'invitation'],
    [{ vehicle_type: 'Легковая' }, 'info'],
    [{}, 'info'],
    [{ type: 'success' }, 'success'],
    [{ type: 'error' }, 'error'],
    [{ type: 'warning' }, 'info'],
    [{ vehicle_type: 'invite', type: 'error' }, 'invitation'],
  ])('the type of %j is %j', (item, type) => {
    expect(readOne(item)?.type).toBe(type)
  })

  it.each([
    [12.5, 12.5],
    ['12,5', 12.5],
    ['-3.25', -3.25],
    [' +7 ', 7],
    [0, 0],
    ['много', null],
    ['', null],
    [null, null],
    [undefined, null],
    ['9'.repeat(400), null],
    [[5], null],
  ])('the percent %j is %j', (percent, number) => {
    expect(readOne({ percent })?.percent).toBe(number)
  })

  it.each([
    [true, false],
    [1, false],
    ['1', false],
    ['true', false],
    [' TRUE ', false],
    [false, true],
    [0, true],
    ['0', true],
    ['false', true],
    [null, true],
    [undefined, true],
    [{}, true],
  ])('is_read %j: unread is %j', (is_read, unread) => {
    expect(readOne({ is_read })?.unread).toBe(unread)
  })

  it.each([
    [{ body: 'a' }, 'a'],
    [{ message: 'b' }, 'b'],
    [{ body: '', message: 'b' }, 'b'],
    [{ body: 'a', message: 'b' }, 'a'],
    [{ body: ' first\nsecond ' }, 'first\nsecond'],
    [{ body: '<b onclick=x>a</b>' }, '<b onclick=x>a</b>'],
    [{ body: 12 }, '12'],
    [{ body: { text: 'a' } }, ''],
    [{}, ''],
  ])('the body of %j is %j', (item, body) => {
    expect(readOne(item)?.body).toBe(body)
  })

  it.each([
    ['2026-04-17T08:30:00Z', '2026-04-17T08:30:00.000Z'],
    ['2026-04-17T08:30:00.123456+03:00', '2026-04-17T05:30:00.123Z'],
    ['2026-04-17 08:30:00+0300', '2026-04-17T05:30:00.000Z'],
    ['2026-04-17T08:30', new Date(2026, 3, 17, 8, 30).toISOString()],
    ['2026-04-17 08:30:00', new Date(2026, 3, 17, 8, 30).toISOString()],
    [1776501000000, '2026-04-18T08:30:00.000Z'],
    ['2026-04-17', '2026-04-17'],
    ['вчера', 'вчера'],
    ['2026-13-45T08:30:00Z', '2026-13-45T08:30:00Z'],
    [undefined, NOW.toISOString()],
    [null, NOW.toISOString()],
    ['', NOW.toISOString()],
    [{}, NOW.toISOString()],
  ])('the time of %j is %j', (date, time) => {
    expect(readOne({ date })?.time).toBe(time)
  })
})

describe('any answer', () => {
  const odd = fc.oneof(
    fc.constantFrom(null, true, 0, 1, -1, 1.5, 1e300, '', '-', '12,5', 'invite', '2026-04-18T10:00:00Z'),
    fc.string(),
    fc.jsonValue(),
  )
  const some = (members: Record<string, Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] })
  const item = some({
    notification_id: odd,
    id: odd,
    vehicle_type: odd,
    site: odd,
    body: odd,
    message: odd,
    date: odd,
    is_read: odd,
    percent: odd,
    type: odd,
  })
  const list = fc.array(fc.oneof({ weight: 5, arbitrary: item }, odd), { maxLength: 6 })
  const holder = fc.oneof({ weight: 3, arbitrary: list }, odd)
  const answer = fc.oneof(
    list,
    some({ notifications: holder, items: holder, total: odd, total_count: odd, meta: some({ total: odd }) }),
    odd,
  )
  const body = fc.oneof(
    { weight: 5, arbitrary: answer.map((of) => JSON.stringify(of)) },
    fc.string({ unit: 'binary' }),
  )

  it('is a list that can be displayed, or a ReadError', () => {
    fc.assert(
      fc.property(body, (text) => {
        let found: ReturnType<typeof readNotifications>
        try {
          found = readNotifications(text, NOW)
        } catch (error) {
          expect(error).toBeInstanceOf(ReadError)
          expect((error as Error).message).not.toBe('')
          return
        }
        expect(found.total).toBeGreaterThanOrEqual(found.items.length)
        expect(new Set(found.items.map(({ id }) => id)).size).toBe(found.items.length)
        for (const { id, title, body, time, type, unread, percent } of found.items) {
          for (const words of [id, title, time]) expect(words.trim()).not.toBe('')
          expect(typeof body).toBe('string')
          expect(['info', 'success', 'error', 'invitation']).toContain(type)
          expect(typeof unread).toBe('boolean')
          expect(percent === null || Number.isFinite(percent)).toBe(true)
        }
      }),
    )
  })
})

describe('the prices of a notification', () => {
  it('have a site, a vehicle type, and the answer’s day or, without one, the day of its time', () => {
    const item = { vehicle_type: 'Легковая', site: ' a.ru ', date: '2026-04-18T08:00:00Z' }
    expect(readOne({ ...item, day: '2026-04-17' })).toMatchObject({
      site: 'a.ru',
      vehicle: 'Легковая',
      day: '2026-04-17',
    })
    expect(readOne({ ...item, day: 'вчера' })?.day).toBe('2026-04-18')
    expect(readOne({ date: '2026-04-16' })).toMatchObject({ site: '', vehicle: '', day: '2026-04-16' })
    expect(readOne({ date: 'на днях' })?.day).toBeNull()
  })

  it('may name tyres', () => {
    expect(readOne({ tyres: [{ line: 1, filters: { brand: 'A' } }] })?.tyres).toHaveLength(1)
    expect(readOne({ tyres: 'none' })?.tyres).toEqual([])
  })
})
