// Specification 21.2, 21.3, 21.5, 21.6, 21.7, 21.8, 21.9

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { LISTING_CALLS } from '../../../contract/matching/listing-calls.ts'
import { ModelLinesAnswer, QueueAnswer, type QueuePair } from '../../../contract/matching/match-queue.ts'
import { CoverageAnswer, TyreListingsAnswer, UnsureAnswer } from '../../../contract/matching/matching.ts'
import { MATCHING_CALLS } from '../../../contract/matching/matching-calls.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const DAY = '2026-04-17'
const SIZES = [
  ['205', '55', '16', '94V'],
  ['215', '60', '17', '96V'],
] as const

/** The same tyre in several sizes, under a line name of the site. */
const lines = (article: string, line: (size: string) => string, price: number, stock = 1): Line[] =>
  SIZES.map(([width, height, diameter, index], at) => [
    {
      article: article && `${article}${at}`,
      name: line(`${width}/${height}R${diameter} ${index}`),
      width,
      height,
      diameter,
      loadIndex: index.slice(0, -1),
    },
    { retail: price + at, stock },
  ])

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`matching on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({ OWN_SITE: 'own.ru' }, open)
      const { db } = wire.database
      for (const name of ['boss', 'lena', 'olga', 'anna'])
        await wire.as(name, { url: MATCHING_CALLS.coverage.path })
      await db.run("UPDATE users SET role = 'admin' WHERE username = 'boss'")
      await db.run("UPDATE users SET analyst = 1 WHERE username IN ('lena', 'olga')")
      await savePrices(
        db,
        'own.ru',
        DAY,
        lines('A', (size) => `${size} Arktika Polar`, 5000, 10),
      )
      await savePrices(db, 'b.ru', DAY, [
        ...lines('', (size) => `Arktika Polar Extra Grip ${size}`, 5500),
        [{ article: 'A0', name: 'Zorki Nord 205/55R16 94V', brand: 'Zorki' }, { retail: 999 }],
      ])
      await savePrices(
        db,
        'c.ru',
        DAY,
        lines('', (size) => `Polar ${size}`, 5200),
      )
    })
    afterAll(() => wire?.close())

    const get = async (user: string, url: string) => wire.as(user, { url })
    const post = (user: string, url: string, payload: object = {}) =>
      wire.as(user, { method: 'POST', url, payload })
    const queue = async (query = '') =>
      readAnswer(QueueAnswer, (await get('lena', `${MATCHING_CALLS.queue.path}${query}`)).body)
    const decide = (user: string, { listing, tyre }: QueuePair, decision: 'same' | 'different') =>
      post(user, MATCHING_CALLS.decide.path, { listing: listing.id, tyre: tyre.id, decision })
    const listingsOf = async (key: string) =>
      readAnswer(TyreListingsAnswer, (await get('anna', `/api/companion/matching/tyres/${key}`)).body)
        .listings

    it('admits analysts and administrators only; others see the matches', async () => {
      expect((await get('anna', MATCHING_CALLS.queue.path)).statusCode).toBe(403)
      expect(
        (await post('anna', MATCHING_CALLS.decide.path, { listing: 1, tyre: 1, decision: 'same' }))
          .statusCode,
      ).toBe(403)
      expect((await get('boss', MATCHING_CALLS.queue.path)).statusCode).toBe(200)
      expect((await listingsOf('A0')).map(({ site, how }) => [site, how])).toEqual([
        ['own.ru', 'own'],
        ['c.ru', 'description'],
      ])
    })

    it('names the sites whose prices were matched by description and not for sure, to everybody', async () => {
      const { db } = wire.database
      const unsure = async (...keys: string[]) => {
        const query = new URLSearchParams(keys.map((key) => ['keys', key]))
        return readAnswer(UnsureAnswer, (await get('anna', `${LISTING_CALLS.unsure.path}?${query}`)).body)
          .unsure
      }
      const change = (column: string, value: number | string) =>
        db.run(
          `UPDATE listings SET ${column} = ? WHERE site_id = (SELECT id FROM sites WHERE host = 'c.ru')`,
          value,
        )
      await change('score', 0.95)
      expect(await unsure('A0', 'A1')).toEqual([])
      await change('score', 0.82)
      expect(await unsure('A0', 'NONE')).toEqual([{ key: 'A0', site: 'c.ru', score: 0.82 }])
      expect(await unsure('A1', 'A0')).toHaveLength(2)
      expect(await unsure('NONE')).toEqual([])
      await change('excluded', 'б/у')
      expect(await unsure('A0')).toEqual([])
      await change('excluded', '')
      await change('how', 'person')
      expect(await unsure('A0')).toEqual([])
      await change('how', 'description')
      expect((await get('anna', LISTING_CALLS.unsure.path)).statusCode).toBe(400)
      const many = `?${'keys=A0&'.repeat(101)}`
      expect((await get('anna', `${LISTING_CALLS.unsure.path}${many}`)).statusCode).toBe(400)
      expect((await wire.app.inject({ url: `${LISTING_CALLS.unsure.path}?keys=A0` })).statusCode).toBe(401)
    })

    it('says which tyre a queued listing has now, with the other sites on it', async () => {
      const { db } = wire.database
      const ofSite = (host: string) =>
        db.all<{ id: number; tyre: number }>(
          'SELECT l.id, tyre_id AS tyre FROM listings l JOIN sites s ON s.id = site_id WHERE host = ? ORDER BY l.id',
          host,
        )
      const [[c], [, own]] = [await ofSite('c.ru'), await ofSite('own.ru')]
      const pair = [c?.id, own?.tyre] as number[]
      await db.run(
        'INSERT INTO possible_pairs (listing_id, tyre_id, probability) VALUES (?, ?, 0.5)',
        ...pair,
      )
      await db.run('UPDATE price_state SET version = version + 1')
      const { pairs } = await queue()
      expect(pairs.find(({ listing }) => listing.id === c?.id)?.current).toEqual({
        key: 'A0',
        name: '205/55R16 94V Arktika Polar',
        sites: ['own.ru'],
      })
      expect(pairs.find(({ listing }) => listing.site === 'b.ru')?.current).toBeNull()
      await db.run('DELETE FROM possible_pairs WHERE listing_id = ? AND tyre_id = ?', ...pair)
      await db.run('UPDATE price_state SET version = version + 1')
    })

    it('queues conflicts first, then uncertain pairs, with their reasons', async () => {
      const { pairs, waiting } = await queue()
      expect(waiting).toBe(3)
      expect(pairs[0]).toMatchObject({
        conflict: 'brand',
        listing: { site: 'b.ru', article: 'A0', price: 999, own: false },
        tyre: {
          article: 'A0',
          key: 'A0',
          listings: [{ site: 'own.ru', own: true, price: 5000, stock: 10 }, { site: 'c.ru' }],
        },
      })
      expect(pairs[1]).toMatchObject({ conflict: '', listing: { site: 'b.ru' }, taken: false })
      expect(pairs[1]?.reasons).toContainEqual({
        kind: 'model',
        speaks: 'against',
        listing: 'POLAR EXTRA GRIP',
        tyre: 'POLAR',
      })
      const { listing, tyre } = pairs[0] as QueuePair
      expect((await queue(`?skip=${listing.id}:${tyre.id}&limit=1`)).pairs[0]?.listing.id).toBe(
        pairs[1]?.listing.id,
      )
    })

    it('keeps two analysts from deciding a pair twice, and undoes', async () => {
      const pair = (await queue()).pairs[1] as QueuePair
      const { id } = (await decide('lena', pair, 'same')).json()
      const twice = await decide('olga', pair, 'different')
      expect([twice.statusCode, twice.json().error]).toEqual([409, 'Уже решено (lena): та же шина.'])
      expect((await listingsOf(pair.tyre.key)).map(({ site, how }) => [site, how])).toContainEqual([
        'b.ru',
        'person',
      ])
      expect((await queue()).waiting).toBe(2)
      expect((await post('olga', `${MATCHING_CALLS.decide.path}/${id}/undo`)).statusCode).toBe(200)
      expect((await post('olga', `${MATCHING_CALLS.decide.path}/${id}/undo`)).statusCode).toBe(409)
      expect((await queue()).waiting).toBe(3)
    })

    it('decides a whole model line, and undoes it as a whole', async () => {
      const answer = readAnswer(ModelLinesAnswer, (await get('lena', MATCHING_CALLS.lines.path)).body)
      expect(answer.lines).toMatchObject([
        {
          line_a: 'POLAR',
          line_b: 'POLAR EXTRA GRIP',
          pairs: 2,
          sizes: ['205/55 R16', '215/60 R17'],
          disagreeing: [],
        },
      ])
      const { family, line_a, line_b } = answer.lines[0] as (typeof answer.lines)[number]
      const { batch, decided, refused } = (
        await post('lena', MATCHING_CALLS.lines.path, { family, line_a, line_b, decision: 'same' })
      ).json()
      expect([decided, refused]).toEqual([2, 0])
      expect((await queue()).waiting).toBe(1)
      expect((await listingsOf('A1')).map(({ site }) => site)).toEqual(['own.ru', 'b.ru', 'c.ru'])
      expect((await post('olga', `/api/companion/matching/batches/${batch}/undo`)).json()).toMatchObject({
        decided: 2,
      })
      expect((await queue()).waiting).toBe(3)
      expect(await wire.database.db.all('SELECT * FROM model_aliases WHERE decided <> 0')).toEqual([])
    })

    it('counts what is matched, waits and is alone', async () => {
      const { sites } = readAnswer(CoverageAnswer, (await get('lena', MATCHING_CALLS.coverage.path)).body)
      expect(sites).toEqual([
        { site: 'b.ru', own: false, listings: 3, matched: 0, waiting: 3, alone: 0, excluded: 0 },
        { site: 'c.ru', own: false, listings: 2, matched: 2, waiting: 0, alone: 0, excluded: 0 },
        { site: 'own.ru', own: true, listings: 2, matched: 2, waiting: 0, alone: 0, excluded: 0 },
      ])
    })

    it('lets everybody report a wrong match, which then waits first', async () => {
      const [, matched] = await listingsOf('A1')
      expect((await post('anna', `${LISTING_CALLS.search.path}/${matched?.id}/report`)).statusCode).toBe(200)
      const [first] = (await queue()).pairs as [QueuePair]
      expect(first).toMatchObject({ conflict: 'reported', listing: { id: matched?.id }, tyre: { key: 'A1' } })
      await decide('lena', first, 'different')
      expect((await listingsOf('A1')).map(({ site }) => site)).toEqual(['own.ru'])
      expect((await queue()).waiting).toBe(3)
    })

    it('detaches, finds and attaches a listing by hand, and leaves it out of the figures', async () => {
      const [, matched] = await listingsOf('A0')
      expect((await post('anna', `${LISTING_CALLS.search.path}/${matched?.id}/detach`)).statusCode).toBe(403)
      expect((await post('lena', `${LISTING_CALLS.search.path}/${matched?.id}/detach`)).statusCode).toBe(200)
      const found = (await get('lena', `${LISTING_CALLS.search.path}?search=polar%20205/55&site=c.ru`)).json()
      expect(found.listings).toMatchObject([{ id: matched?.id, site: 'c.ru' }])
      const tyre = readAnswer(
        TyreListingsAnswer,
        (await get('lena', `/api/companion/matching/tyres/A0`)).body,
      ).tyre
      const attached = { listing: matched?.id, tyre, decision: 'same' }
      expect((await post('lena', MATCHING_CALLS.decide.path, attached)).statusCode).toBe(200)
      await post('lena', `${LISTING_CALLS.search.path}/${matched?.id}/exclude`, { reason: 'шина 2019 года' })
      expect(await listingsOf('A0')).toMatchObject([
        { site: 'own.ru' },
        { site: 'c.ru', excluded: 'шина 2019 года' },
      ])
      const { sites } = readAnswer(CoverageAnswer, (await get('lena', MATCHING_CALLS.coverage.path)).body)
      expect(sites).toContainEqual({
        site: 'c.ru',
        own: false,
        listings: 2,
        matched: 0,
        waiting: 0,
        alone: 1,
        excluded: 1,
      })
    })

    it('exports the pairs, and applies an edited file, naming the lines that cannot be', async () => {
      const file = await get('lena', `${MATCHING_CALLS.file.path}?kind=pairs&format=csv`)
      expect(file.headers['content-type']).toContain('text/csv')
      expect(file.body).toContain('A0;205')
      expect((await get('anna', `${MATCHING_CALLS.file.path}?kind=pairs&format=csv`)).statusCode).toBe(403)
      const xlsx = await get('lena', `${MATCHING_CALLS.file.path}?kind=unmatched&format=xlsx`)
      expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
      const [width, height, diameter, index] = SIZES[1]
      const lines = [
        'Наш артикул;Сайт;Код у сайта;Название у сайта;Решение',
        `A1;b.ru;;Arktika Polar Extra Grip ${width}/${height}R${diameter} ${index};та же`,
        'A1;b.ru;777;;та же',
        'Z9;b.ru;;x;та же',
        'A1;b.ru;;x;может быть',
        ';b.ru;;x;',
      ]
      const answer = await wire.as('lena', {
        method: 'POST',
        url: MATCHING_CALLS.file.path,
        payload: lines.join('\r\n'),
        headers: { 'content-type': 'text/csv' },
      })
      expect(answer.json()).toEqual({
        applied: 1,
        already: 0,
        batch: expect.stringMatching(/^[0-9a-f]{32}$/),
        problems: [
          { line: 3, text: 'На сайте b.ru нет предложения «777»' },
          { line: 4, text: 'Шины с артикулом Z9 нет' },
          { line: 5, text: 'Решение «может быть»: нужно «та же» или «другая»' },
          { line: 6, text: 'Нет нашего артикула' },
        ],
      })
      expect((await listingsOf('A1')).map(({ site, how }) => [site, how])).toContainEqual(['b.ru', 'person'])
      const undone = await post('lena', `/api/companion/matching/batches/${answer.json().batch}/undo`)
      expect(undone.json()).toMatchObject({ decided: 1 })
      expect((await listingsOf('A1')).map(({ site }) => site)).not.toContain('b.ru')
    })

    it.each(['', 'x', 'a;b\r\n1;2'])('refuses a file without pairs: %j', async (payload) => {
      const answer = await wire.as('lena', {
        method: 'POST',
        url: MATCHING_CALLS.file.path,
        payload,
        headers: { 'content-type': 'text/csv' },
      })
      expect([400, 409]).toContain(answer.statusCode)
      expect(answer.json().error).not.toBe('')
    })

    it('limits how often it refuses somebody, so that the audit log cannot be flooded', async () => {
      let last = 403
      for (let n = 0; n <= 30; n++) last = (await get('anna', MATCHING_CALLS.coverage.path)).statusCode
      expect(last).toBe(429)
      expect((await get('lena', MATCHING_CALLS.coverage.path)).statusCode).toBe(200)
    })

    it.each([
      [MATCHING_CALLS.decide.path, { listing: true, tyre: 1, decision: 'same' }],
      [MATCHING_CALLS.decide.path, { listing: '1e3', tyre: 1, decision: 'same' }],
      [MATCHING_CALLS.decide.path, { listing: 1, tyre: null, decision: 'same' }],
      [MATCHING_CALLS.decide.path, { listing: 1, tyre: 1, decision: 'same', shared: 'true' }],
      [MATCHING_CALLS.lines.path, { family: 1, line_a: 'A', line_b: 'B', decision: 'same' }],
      [`${LISTING_CALLS.search.path}/1/exclude`, { reason: null }],
      [`${LISTING_CALLS.search.path}/1/exclude`, { reason: 5 }],
    ])('refuses values of another type in the body of %s: %j', async (path, body) => {
      const answer = await post('lena', path, body)
      expect([answer.statusCode, answer.json().error]).toEqual([
        400,
        expect.stringMatching(/^Неверный запрос/),
      ])
    })

    it.each(['0', '99999999', '1e9'])('refuses an unknown listing %s', async (id) => {
      expect([400, 404]).toContain(
        (await post('lena', `${LISTING_CALLS.search.path}/${id}/detach`)).statusCode,
      )
    })
  })
}
