// Specification 25.6

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const PATH = '/api/companion/rules/delivery'
const RULES = { quiet_from: '22:00', quiet_to: '08:30', zone: 'Asia/Yekaterinburg', hourly: 3 }

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`delivery rules on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
    })
    afterAll(() => wire?.close())

    const read = async (user: string) => (await wire.as(user, { method: 'GET', url: PATH })).json()
    const save = (user: string, payload: object) => wire.as(user, { method: 'POST', url: PATH, payload })

    it('has neither quiet hours nor a limit at first', async () => {
      expect(await read('vera')).toEqual({ quiet_from: '00:00', quiet_to: '00:00', zone: '', hourly: 0 })
    })

    it('stores the rules of the one who asks, again and again', async () => {
      expect((await save('anna', { ...RULES, hourly: 1 })).json()).toEqual({ message: 'Сохранено' })
      expect((await save('anna', RULES)).statusCode).toBe(200)
      expect(await read('anna')).toEqual(RULES)
      expect((await read('boris')).zone).toBe('')
    })

    it('stores one spelling of a zone', async () => {
      await save('galya', { ...RULES, zone: 'europe/MOSCOW' })
      expect((await read('galya')).zone).toBe('Europe/Moscow')
    })

    it.each([
      ['a zone that nobody knows', { zone: 'Mars/Base' }],
      ['an offset', { zone: '+03:00' }],
      ['no zone', { zone: '' }],
      ['a time after midnight', { quiet_from: '24:00' }],
      ['a time without a zero', { quiet_to: '8:30' }],
      ['a limit below zero', { hourly: -1 }],
      ['a fraction', { hourly: 1.5 }],
      ['a number as a text', { hourly: '3' }],
      ['another person', { user_id: 'u1' }],
    ])('refuses %s', async (_, over) => {
      await save('dasha', RULES)
      expect((await save('dasha', { ...RULES, ...over })).statusCode).toBe(400)
      expect(await read('dasha')).toEqual(RULES)
    })

    it('requires a session', async () => {
      for (const method of ['GET', 'POST'] as const) {
        expect((await wire.app.inject({ method, url: PATH, payload: RULES })).statusCode).toBe(401)
      }
    })

    it('removes the rules with the user', async () => {
      await save('elena', RULES)
      await wire.database.db.run("DELETE FROM users WHERE username = 'elena'")
      const rows = await wire.database.db.all(
        'SELECT zone FROM delivery_rules WHERE user_id NOT IN (SELECT id FROM users)',
      )
      expect(rows).toEqual([])
    })
  })
}
