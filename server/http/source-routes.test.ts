import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOURCE_PATHS } from '../../contract/paths.ts'
import { ENGINES } from '../../tests/support/database.ts'
import {
  CSV_MAPPING,
  type SourcesServer,
  sourceInput,
  sourcesServer,
  tyresCsv,
} from '../../tests/support/sources.ts'
import type { SourcePage, WireRun, WireSource } from '../sources/view.ts'

const DAY = '2026-04-18'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`sources on ${engine}`, () => {
    let server: SourcesServer
    beforeAll(async () => {
      server = await sourcesServer({}, open)
    })
    afterAll(() => server?.close())

    const page = async (id: string): Promise<SourcePage> => server.page(id)
    const list = async () => (await server.get(SOURCE_PATHS.sources)).sources as unknown as WireSource[]
    const ended = async (id: string, run: number): Promise<WireRun> => {
      const find = async () => (await page(id)).runs.find((one) => one.id === run)
      await expect.poll(async () => (await find())?.finished_at, { timeout: 30_000 }).toBeTruthy()
      return (await find()) as WireRun
    }
    const run = async (id: string, body: object): Promise<number> => {
      const answer = await server.post(`${SOURCE_PATHS.sources}/${id}/run`, body)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body.run as unknown as number
    }

    it('an uploaded file is imported by its source', async () => {
      const id = await server.addSource({ site: 'https://www.Upload.ru/', title: ' Загрузка ' })
      expect((await list()).find((source) => source.id === id)).toMatchObject({
        site: 'upload.ru',
        title: 'Загрузка',
        light: 'new',
        last_day: null,
        last_run: null,
        next_run: null,
        mapping: CSV_MAPPING,
      })
      const file = await server.upload(tyresCsv(3))
      const imported = await ended(id, await run(id, { file, day: DAY }))
      expect(imported).toMatchObject({
        state: 'imported',
        trigger: 'upload',
        day: DAY,
        records: 3,
        tyres: 3,
        offers: 3,
        bad: 0,
        message: '',
        has_rejects: false,
      })
      expect(imported.log.map(({ text }) => text).join('\n')).toContain('Загружено за 18.04.2026: шин 3')
      const { source, days } = await page(id)
      expect(source).toMatchObject({ last_day: DAY, tyres: 3, offers: 3, bad_percent: 0, light: 'late' })
      expect(days).toEqual([])
    })

    it('the input is checked', async () => {
      const refused = async (over: object) =>
        (await server.post(SOURCE_PATHS.sources, sourceInput({ site: 'check.ru', ...over }))).body.error
      expect(await refused({ site: 'Колесо' })).toContain('не имя сайта')
      expect(await refused({ zone: 'Mars/Olympus' })).toContain('Часовой пояс')
      expect(await refused({ mapping: { fields: {} } })).toContain('Ошибка в описании')
      expect(await refused({ kind: 'address', address: 'ftp://a.ru' })).toContain('https://')
      expect(await refused({ kind: 'address', address: 'http://127.0.0.1/x' })).toContain('внутреннюю сеть')
      expect(await refused({ kind: 'address', address: 'http://a.ru:22/' })).toContain('порту 80 или 443')
      expect(await refused({ kind: 'address', address: 'http://a.ru/', times: ['25:00'] })).toContain('25:00')
      expect(await refused({ expected_by: '9' })).toContain('09:00')
    })
  })
}
