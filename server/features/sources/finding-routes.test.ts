// Specification 12.4, 12.14, 13.3

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HELD_CALLS } from '../../../contract/sources/held-runs.ts'
import type { Run } from '../../../contract/sources/run.ts'
import type { SourceHistory } from '../../../contract/sources/source.ts'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { type SourcesServer, sourcesServer, tyresCsv } from '../../../tests/support/sources.ts'

const DAY = '2026-04-18'
/** Two arrays of tyres, of which the mapping reads the first. */
const list = (shift: number): string => {
  const records = (key: string) =>
    Array.from({ length: 6 }, (_, n) => ({
      ...{
        article: `${key}${n}`,
        brand: 'Arktika',
        name: `Arktika ${n} 205/55 R16`,
        retail: 5_000 + n + shift,
      },
      ...(key === 'T' && { axle: 'рулевая', plies: 16, position: 'перед', tread: 'зима' }),
    }))
  return JSON.stringify({ cars: records('C'), trucks: records('T') })
}
const MAPPING = {
  ...{ format: 'json', records: { path: 'cars' } },
  fields: { article: 'article', brand: 'brand', name: 'name', retail: 'retail', city: { value: 'Томск' } },
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`findings of sources on ${engine}`, () => {
    let server: SourcesServer
    beforeAll(async () => {
      server = await sourcesServer({}, open)
    })
    afterAll(() => server?.close())

    const page = async (id: string): Promise<SourceHistory> => server.page(id)
    const ended = async (id: string, run: number): Promise<Run> => {
      const find = async () => (await page(id)).runs.find((one) => one.id === run)
      await expect.poll(async () => (await find())?.finished_at).toBeTruthy()
      return (await find()) as Run
    }
    /** Delivers a price list with the source's key, which nobody has looked at. */
    const delivered = async (id: string, content: string): Promise<Run> => {
      const { token } = (await server.post(`${SOURCE_PATHS.sources}/${id}/token`)).body
      const { body } = await server.send('PUT', `${SOURCE_PATHS.sources}/${id}/prices?day=${DAY}`, content, {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
      })
      return ended(id, body.run as unknown as number)
    }
    const accepted = async (id: string, run: number): Promise<Run> => {
      await server.post(`${SOURCE_PATHS.runs}/${run}/accept`)
      return ended(id, run)
    }

    it('an accepted finding is listed, and holds again once it is taken back', async () => {
      const id = await server.addSource({ site: 'asked.ru', title: 'Вопросы', mapping: MAPPING })
      const held = await delivered(id, list(0))
      expect(held).toMatchObject({ state: 'held', findings: [{ key: 'array:trucks', holds: true }] })
      expect((await page(id)).source.answered).toEqual([])
      expect(await accepted(id, held.id)).toMatchObject({ state: 'imported' })
      expect((await page(id)).source.answered).toEqual(['array:trucks'])
      expect(await delivered(id, list(1))).toMatchObject({ state: 'imported' })
      const remove = (key: string) => server.post(`${SOURCE_PATHS.sources}/${id}/answered/remove`, { key })
      expect(await remove('array:other')).toMatchObject({ status: 404 })
      expect(await remove('array:trucks')).toMatchObject({ status: 200 })
      expect((await page(id)).source.answered).toEqual([])
      expect(await remove('array:trucks')).toMatchObject({ status: 404 })
      expect(await delivered(id, list(2))).toMatchObject({ state: 'held' })
      const rows = await server.database.db.all<{ details: string }>(
        "SELECT details FROM audit_log WHERE event = 'source changed' AND details LIKE 'Вопросы%' ORDER BY id",
      )
      expect(rows.map(({ details }) => details)).toEqual([
        'Вопросы (asked.ru): добавлен',
        'Вопросы (asked.ru): снова спрашивать: Массив «trucks» не прочитан',
      ])
    })

    it('the file of a held run becomes an upload of whoever opens it, apart from the run', async () => {
      const id = await server.addSource({ site: 'opened.ru', mapping: MAPPING })
      const held = await delivered(id, list(0))
      const opened = async () => server.post(`${SOURCE_PATHS.runs}/${held.id}/file`)
      const first = (await opened()).body as unknown as { file: string }
      expect(first).toEqual({
        file: expect.any(String),
        name: 'Прайс-лист за 18.04.2026',
        size: Buffer.byteLength(list(0)),
      })
      // Importing the opened file replaces the held run and removes its file, not that of the import.
      const { body } = await server.post(`${SOURCE_PATHS.sources}/${id}/run`, { file: first.file, day: DAY })
      expect(await ended(id, body.run as unknown as number)).toMatchObject({ state: 'imported', tyres: 6 })
      expect(await opened()).toMatchObject({ status: 409 })
      const trial = { mapping: MAPPING, site: 'opened.ru', day: DAY, max_bad: 20 }
      expect((await server.post(`${SOURCE_PATHS.files}/${first.file}/trial`, trial)).body).toMatchObject({
        error: null,
        tyres: 6,
      })
    })

    it('the file of a held run remains when the opened one is removed', async () => {
      const id = await server.addSource({ site: 'kept.ru', mapping: MAPPING })
      const held = await delivered(id, list(0))
      await server.post(`${SOURCE_PATHS.runs}/${held.id}/file`)
      // The oldest uploads of a user are removed above 20.
      for (let n = 0; n < 20; n++) await server.upload(tyresCsv(1))
      expect(await accepted(id, held.id)).toMatchObject({ state: 'imported', tyres: 6 })
    })

    it('held runs are listed with their sources', async () => {
      const id = await server.addSource({ site: 'listed.ru', title: '', mapping: MAPPING })
      const listed = async () =>
        ((await server.get(HELD_CALLS.list.path)).held as unknown as { source: string }[]).filter(
          ({ source }) => source === id,
        )
      expect(await listed()).toEqual([])
      const held = await delivered(id, list(0))
      expect(await listed()).toEqual([{ source: id, title: 'listed.ru', day: DAY }])
      await accepted(id, held.id)
      expect(await listed()).toEqual([])
    })
  })
}
