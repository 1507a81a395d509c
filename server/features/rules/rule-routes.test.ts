// Specification 25.1, 25.3

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { PATHS } from '../../../contract/paths.ts'
import {
  MAX_PERSON_ARTICLES,
  MAX_RULE_ARTICLES,
  MAX_RULES,
  RuleAnswer,
  type RuleSettings,
  RulesAnswer,
} from '../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { ruleSettings } from '../../../tests/support/rules.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const RULES = RULE_CALLS.list.path
const FIRINGS = `${RULES}/firings`
const VIEW = 'a'.repeat(32)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`rules on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      await wire.addUser('chief', { role: 'admin' })
      await wire.addUser('anna', { role: 'analyst' })
      await wire.addUser('boris', { role: 'analyst' })
      await wire.addUser('vera', { percent: 7 })
      await savePrices(wire.database.db, 'daikon.ru', '2026-04-17', [[{}, { retail: 5000 }]])
      await savePrices(wire.database.db, 'kolesa.ru', '2026-04-17', [[{}, { retail: 5100, city: 'Омск' }]])
    })
    afterAll(() => wire?.close())
    beforeEach(() => wire.database.db.run('DELETE FROM rules'))

    const post = (user: string, url: string, payload: object = {}) =>
      wire.as(user, { method: 'POST', url, payload })
    const create = async (over: Partial<RuleSettings> = {}, user = 'anna') => {
      const { statusCode, body } = await post(user, RULES, ruleSettings(over))
      expect([statusCode, body]).toEqual([200, expect.anything()])
      return (JSON.parse(body) as { id: number }).id
    }
    const seen = async (user: string) => readAnswer(RulesAnswer, (await wire.as(user, { url: RULES })).body)
    const namesSeen = async (user: string) => (await seen(user)).rules.map(({ settings }) => settings.name)
    const refused = async (user: string, url: string, payload: object = {}) => {
      const answer = await post(user, url, payload)
      return [answer.statusCode, (answer.json() as { error: string }).error]
    }

    it('answers the rules, and everything that a rule may name', async () => {
      const id = await create({ name: ' Зима \u200b ' }, 'vera')
      expect(await seen('vera')).toMatchObject({
        rules: [
          {
            id,
            settings: { name: 'Зима', recipients: [] },
            enabled: true,
            owner: 'vera',
            editable: true,
            notifies_me: true,
            muted_until: null,
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
            last_fired: null,
            events: 0,
            problem: '',
          },
        ],
        fixed: { percent: 7, vehicle_type: '' },
        sites: [
          { host: 'daikon.ru', own: true },
          { host: 'kolesa.ru', own: false },
        ],
        cities: ['Омск', 'Томск'],
        people: [],
        may_team: false,
        zone: 'Europe/Moscow',
      })
      expect(await seen('anna')).toMatchObject({ people: ['anna', 'boris', 'chief', 'vera'], may_team: true })
    })

    it('shows own rules to nobody else, not even to administrators', async () => {
      const id = await create({}, 'vera')
      expect(await namesSeen('chief')).toEqual([])
      for (const call of ['', '/remove', '/enabled', '/mute'])
        expect(
          await refused(
            'chief',
            `${RULES}/${id}${call}`,
            {
              '': ruleSettings(),
              '/remove': {},
              '/enabled': { enabled: false },
              '/mute': { muted: true },
            }[call],
          ),
        ).toEqual([404, 'Такого правила нет: возможно, его удалили.'])
      expect((await wire.as('chief', { url: `${RULES}/${id}/firings` })).statusCode).toBe(404)
    })

    it('lets the team see its rules, and their creator and administrators change them', async () => {
      const id = await create({ scope: 'team', name: 'Команда', recipients: ['vera'] })
      for (const user of ['anna', 'boris', 'chief', 'vera'])
        expect(await namesSeen(user)).toEqual(['Команда'])
      expect((await seen('boris')).rules).toMatchObject([{ editable: false, notifies_me: false }])
      expect((await seen('vera')).rules).toMatchObject([{ editable: false, notifies_me: true }])
      const words = 'Это может тот, кто создал правило, или администратор.'
      for (const user of ['boris', 'vera'])
        expect(await refused(user, `${RULES}/${id}/remove`)).toEqual([403, words])
      expect(
        (await post('chief', `${RULES}/${id}`, ruleSettings({ scope: 'team', name: 'Шеф' }))).statusCode,
      ).toBe(200)
      expect(await namesSeen('vera')).toEqual([])
      expect(await refused('chief', `${RULES}/${id}`, ruleSettings())).toEqual([
        403,
        expect.stringMatching(/^Личным правило/),
      ])
      expect((await post('anna', `${RULES}/${id}/remove`)).statusCode).toBe(200)
      expect(await namesSeen('anna')).toEqual([])
    })

    it('refuses rules that the person may not have or that could not work', async () => {
      const team = ruleSettings({ scope: 'team' })
      expect(await refused('vera', RULES, team)).toEqual([403, expect.stringMatching(/^Правила команды/)])
      const wrong: [Partial<RuleSettings>, RegExp][] = [
        [{ name: '\u200b' }, /^Назовите правило/],
        [{ recipients: ['boris'] }, /^Личное правило уведомляет только вас/],
        [{ scope: 'team', recipients: ['nobody'] }, /^Пользователя nobody нет/],
        [{ sites: ['nowhere.ru'] }, /^Сайта nowhere.ru нет/],
        [
          { event: { type: 'below', than: 'rrp', percent: 0 }, kind: 'wholesale' },
          /^С РРЦ сравниваются только розничные цены/,
        ],
        [{ tyres: { of: 'view', view: VIEW } }, /^Такого вида нет/],
        [
          { tyres: { of: 'filters', query: Array.from({ length: 101 }, (_, n) => `brand=${n}`).join('&') } },
          /^В фильтре «.+» больше 100 значений/,
        ],
        [{ tyres: { of: 'filters', query: `q=${'a'.repeat(8_000)}` } }, /^Фильтры слишком длинные/],
        [{ tyres: { of: 'articles', articles: ['\u200b', '\u202e'] } }, /^Впишите хотя бы один артикул/],
        [{ cities: ['Том\u202eск'] }, /^В названии города есть невидимые знаки/],
        [{ sites: ['a\u202e.ru'] }, /^Сайта a .ru нет/],
      ]
      for (const [over, words] of wrong)
        expect(await refused('anna', RULES, ruleSettings(over))).toEqual([400, expect.stringMatching(words)])
      const many = { of: 'articles' as const, articles: new Array<string>(MAX_RULE_ARTICLES + 1).fill('A') }
      expect((await post('anna', RULES, ruleSettings({ tyres: many }))).statusCode).toBe(400)
      expect((await post('anna', RULES, { ...ruleSettings(), more: 1 })).statusCode).toBe(400)
    })

    it('lists the number of articles, and answers them for one rule', async () => {
      const articles = Array.from({ length: MAX_RULE_ARTICLES }, (_, n) => `A${n}\u202e`)
      const id = await create({ tyres: { of: 'articles', articles } })
      expect((await seen('anna')).rules[0]?.settings.tyres).toEqual({ of: 'articles', count: 5_000 })
      const one = (user: string) => wire.as(user, { url: `${RULES}/${id}` })
      const { settings } = readAnswer(RuleAnswer, (await one('anna')).body)
      expect(settings.tyres).toEqual({ of: 'articles', articles: articles.map((_, n) => `A${n}`) })
      expect((await one('boris')).statusCode).toBe(404)
      const other = ruleSettings({ tyres: { of: 'articles', articles: ['B'] } })
      expect((await post('anna', `${RULES}/${id}`, other)).statusCode).toBe(200)
      expect((await seen('anna')).rules[0]?.settings.tyres).toEqual({ of: 'articles', count: 1 })
    })

    it('limits the articles of all rules of a person', async () => {
      const articles = Array.from({ length: MAX_RULE_ARTICLES }, (_, n) => `A${n}`)
      const many = ruleSettings({ tyres: { of: 'articles', articles } })
      for (let n = 0; n < MAX_PERSON_ARTICLES; n += MAX_RULE_ARTICLES) await create(many)
      const words = expect.stringMatching(/больше 20 000 артикулов/)
      const more = ruleSettings({ scope: 'team', tyres: { of: 'articles', articles: ['B'] } })
      expect(await refused('anna', RULES, more)).toEqual([409, words])
      const id = await create({ scope: 'team' })
      expect(await refused('chief', `${RULES}/${id}`, more)).toEqual([409, words])
      await create(more, 'boris')
    })

    it('lets rules of the team name views of the team alone', async () => {
      const { db } = wire.database
      await db.run(
        `INSERT INTO saved_views (id, user_id, scope, name, report, query, day, added)
         SELECT ?, id, 'own', 'Зима', 'all-prices', '', 'last', 1 FROM users WHERE username = 'anna'`,
        VIEW,
      )
      const team = ruleSettings({ scope: 'team', tyres: { of: 'view', view: VIEW } })
      expect(await refused('anna', RULES, team)).toEqual([
        400,
        'В правиле команды может быть только вид команды.',
      ])
      await db.run("UPDATE saved_views SET scope = 'team'")
      const id = await create(team)
      expect((await post('chief', `${RULES}/${id}`, { ...team, name: 'Шеф' })).statusCode).toBe(200)
      expect((await seen('boris')).rules.map(({ problem }) => problem)).toEqual([''])
      await db.run("UPDATE saved_views SET scope = 'own'")
      expect((await seen('anna')).rules.map(({ problem }) => problem)).toEqual([
        'Вида команды, по которому выбираются шины, нет: выберите другой.',
      ])
      await db.run('DELETE FROM saved_views')
    })

    it('limits the rules of a person and of the team', async () => {
      const { db } = wire.database
      const id = await create({}, 'boris')
      await create({ scope: 'team' }, 'boris')
      for (let n = 1; n < MAX_RULES; n++)
        await db.run(
          `INSERT INTO rules (owner_id, scope, name, settings, created_at, changed_at)
           SELECT owner_id, scope, name, settings, created_at, changed_at FROM rules
           WHERE id = ? OR (scope = 'team' AND id = (SELECT min(id) FROM rules WHERE scope = 'team'))`,
          id,
        )
      expect(await refused('boris', RULES, ruleSettings())).toEqual([
        409,
        'Ваших правил уже 100: удалите ненужные.',
      ])
      expect(await refused('anna', RULES, ruleSettings({ scope: 'team' }))).toEqual([
        409,
        'Правил команды уже 100: удалите ненужные.',
      ])
      await create({}, 'anna')
    })

    it('names the problem of a rule whose view was removed or whose recipients are disabled', async () => {
      const { db } = wire.database
      await db.run(
        `INSERT INTO saved_views (id, user_id, scope, name, report, query, day, added)
         SELECT ?, id, 'own', 'Зима', 'all-prices', '', 'last', 1 FROM users WHERE username = 'anna'`,
        VIEW,
      )
      await wire.addUser('zoya')
      await create({ tyres: { of: 'view', view: VIEW } })
      await create({ scope: 'team', recipients: ['zoya'] })
      const problems = async () => (await seen('anna')).rules.map(({ problem }) => problem)
      expect(await problems()).toEqual(['', ''])
      await db.run('DELETE FROM saved_views')
      await db.run("UPDATE users SET disabled = 1 WHERE username = 'zoya'")
      expect(await problems()).toEqual([
        'Вид, по которому выбираются шины, удалён: выберите другой.',
        'Уведомлять некого: выберите получателей.',
      ])
    })

    it('mutes a rule for the requesting person alone, for a week', async () => {
      const id = await create({ scope: 'team', recipients: ['vera', 'boris'] })
      await post('vera', `${RULES}/${id}/mute`, { muted: true })
      await post('vera', `${RULES}/${id}/mute`, { muted: true })
      const until = (await seen('vera')).rules[0]?.muted_until ?? ''
      expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(7 * 24)
      expect((await seen('boris')).rules[0]?.muted_until).toBeNull()
      await post('vera', `${RULES}/${id}/mute`, { muted: false })
      expect((await seen('vera')).rules[0]?.muted_until).toBeNull()
    })

    it('switches rules off and on', async () => {
      const id = await create()
      await post('anna', `${RULES}/${id}/enabled`, { enabled: false })
      expect((await seen('anna')).rules).toMatchObject([{ enabled: false }])
      await post('anna', `${RULES}/${id}/enabled`, { enabled: true })
      expect((await seen('anna')).rules).toMatchObject([{ enabled: true }])
    })

    it('records changes in the audit log', async () => {
      const { db } = wire.database
      await db.run('DELETE FROM audit_log')
      const id = await create({ scope: 'team' })
      await post('anna', `${RULES}/${id}`, ruleSettings({ scope: 'team', name: 'Новое' }))
      await post('anna', `${RULES}/${id}/enabled`, { enabled: false })
      await post('anna', `${RULES}/${id}/remove`)
      const rows = await db.all<{ details: string }>(
        "SELECT details FROM audit_log WHERE event = 'rule changed' ORDER BY id",
      )
      expect(rows.map(({ details }) => details)).toEqual([
        'Дешевле нас (команды): добавлено',
        'Новое (команды): изменено',
        'Новое (команды): выключено',
        'Новое (команды): удалено',
      ])
    })

    it('answers what a notification reports to its recipients and to readers of the rule', async () => {
      const { db } = wire.database
      const id = await create({ scope: 'team', name: 'Зима', recipients: ['vera'] })
      await db.run(
        "INSERT INTO rule_firings (rule_id, name, events, fired_at) VALUES (?, 'Зима', 2, 1000)",
        id,
      )
      const firing = (await db.get<{ id: number }>('SELECT max(id) AS id FROM rule_firings'))?.id
      await db.run(
        `INSERT INTO rule_batches (rule_id, site_id, day, events, hits, firing_id, created_at)
         SELECT ?, id, '2026-04-17', 2, ?, ?, 1000 FROM sites WHERE host = 'kolesa.ru'`,
        id,
        JSON.stringify([
          [1, 'kolesa.ru', 'Омск', 5200, 5100, 5150, ''],
          [0, 'kolesa.ru', '', null, null, null, ''],
        ]),
        firing ?? 0,
      )
      await db.run(
        `INSERT INTO notifications (user_id, day, vehicle_type, compared_with, threshold, percent, body, created_at, firing_id)
         SELECT id, '2026-04-17', 'Правила', '', 0, 0, 'x', 1000, ? FROM users WHERE username = 'vera'`,
        firing ?? 0,
      )
      const answer = async (user: string) => {
        const { statusCode, body } = await wire.as(user, { url: `${FIRINGS}/${firing}` })
        return [statusCode, JSON.parse(body)]
      }
      const found = {
        rule: { id, name: 'Зима' },
        name: 'Зима',
        at: '1970-01-01T00:00:01.000Z',
        events: 2,
        hits: [
          {
            tyre: 'A1',
            name: '205/55R16 94V Arktika Polar',
            site: 'kolesa.ru',
            city: 'Омск',
            day: '2026-04-17',
            before: 5200,
            after: 5100,
            compared: 5150,
            former: '',
          },
          {
            tyre: '',
            name: '',
            site: 'kolesa.ru',
            city: '',
            day: '2026-04-17',
            before: null,
            after: null,
            compared: null,
            former: '',
          },
        ],
      }
      for (const user of ['vera', 'boris']) expect(await answer(user)).toEqual([200, found])
      await wire.addUser('gleb')
      expect(await answer('gleb')).toMatchObject([404, {}])
      const list = (await wire.as('vera', { url: PATHS.notifications })).json() as {
        notifications: object[]
      }
      expect(list.notifications).toMatchObject([{ vehicle_type: 'Правила', firing }])
      expect((await wire.as('boris', { url: `${RULES}/${id}/firings` })).json()).toEqual({
        firings: [{ id: firing, at: '1970-01-01T00:00:01.000Z', events: 2 }],
      })
      await post('vera', `${FIRINGS}/${firing}/mute`, { muted: true })
      expect((await seen('vera')).rules[0]?.muted_until).not.toBeNull()
      await post('anna', `${RULES}/${id}/remove`)
      expect(await answer('vera')).toEqual([200, { ...found, rule: null }])
      expect(await answer('boris')).toMatchObject([404, {}])
    })
  })
}
