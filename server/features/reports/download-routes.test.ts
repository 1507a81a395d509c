// Specification 4.2, 5.5, 5.6

import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceTypesOf, REPORTS, type Report } from '../../../contract/reports/reports.ts'
import { readCsv } from '../../../tests/support/csv.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const DAY = '2026-04-18'
let wire: TestWire

beforeAll(async () => {
  wire = await testWire()
  const { db } = wire.database
  const tyre = { name: '=1+1', brand: '@SUM(A1)' }
  await savePrices(db, 'b.ru', '2026-04-17', [[tyre, { wholesale: 1000, retail: 1500 }]])
  await savePrices(db, 'b.ru', DAY, [
    [tyre, { wholesale: 1100.5, retail: 1500, stock: 8, warehouse: 'Склад; "1"' }],
    [tyre, { wholesale: 990, retail: 1500, stock: 8 }],
  ])
})
afterAll(() => wire.close())

const download = (path: string, payload: object) =>
  wire.as('anna', { method: 'POST', url: `/api/analytics/${path}`, payload })
const sheetOf = async (path: string) => {
  const answer = await download(path, { date: DAY })
  const workbook = await readXlsx(answer.rawPayload)
  return { answer, sheet: workbook.sheets[0], rows: workbook.sheets[0]?.rows ?? [] }
}

const DOWNLOADS = Object.values<Report>(REPORTS).flatMap((report) =>
  priceTypesOf(report).map((type) => String(report.sources[type]?.download).replace('/api/analytics/', '')),
)

describe('downloads (specification 5.2 and 5.3)', () => {
  it('number fourteen, for thirteen pages', () => {
    expect(new Set(DOWNLOADS).size).toBe(14)
  })

  it.each(DOWNLOADS)('%s answers a named file, or 204 if there is nothing', async (path) => {
    const answer = await download(path, { date: DAY })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.(xlsx|csv)"$/)
    expect((await download(path, { date: '2025-01-01' })).statusCode).toBe(204)
    const anonymous = await wire.app.inject({ method: 'POST', url: `/api/analytics/${path}`, payload: {} })
    expect(anonymous.statusCode).toBe(401)
  })

  it('write numbers and dates typed, and text that looks like a formula as text', async () => {
    const { rows } = await sheetOf('allprices')
    const [groups, labels, values] = rows
    const at = (label: string) => values?.[labels?.indexOf(label) ?? -1]
    expect(at('Название')).toBe('=1+1')
    expect(at('Дата')).toEqual(new Date(Date.UTC(2026, 3, 18)))
    expect(values?.[groups?.indexOf('Томск · b.ru · Склад; "1"') ?? -1]).toBe(1500)
    expect(values).toContain(1100.5)
    expect(rows).toHaveLength(3)
  })

  it('freeze the header, add an autofilter and set column widths', async () => {
    const { sheet } = await sheetOf('allprices')
    expect(sheet?.freezePane).toMatchObject({ rows: 2 })
    expect(sheet?.autoFilter?.range).toMatch(/^A2:[A-Z]+3$/)
    expect(sheet?.columns?.every((column) => (column.width ?? 0) >= 10)).toBe(true)
  })

  it('deliver price changes as CSV that a Russian Excel opens on double-click', async () => {
    const answer = await download('rprices-threshold', { date: DAY })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="notifications_${DAY}.csv"`)
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [header, line] = readCsv(answer.payload.slice(1))
    const at = (label: string) => line?.[header?.indexOf(label) ?? -1]
    expect(at('Дата')).toBe('18.04.2026')
    expect(at('Название')).toBe("'=1+1")
    expect(at('Бренд')).toBe("'@SUM(A1)")
    expect(at('Томск · b.ru · Склад; "1" · Опт. цена')).toBe('1100,5')
    expect(at('Томск · b.ru · Изменение, %')).toBe('-1')
  })

  it('accept the same filters as the lists', async () => {
    expect((await download('allprices', { date: DAY, brand: 'Nobody' })).statusCode).toBe(204)
    expect((await download('allprices', { date: DAY, city: 'Томск', site: 'b.ru' })).statusCode).toBe(200)
  })

  it('refuse an xlsx that Excel could not open, and say why', async () => {
    const day = '2026-04-10'
    const warehouses = Array.from({ length: 5_500 }, (_, i) => `Склад ${i}`)
    const { db } = wire.database
    await savePrices(
      db,
      'wide.ru',
      day,
      warehouses.map((warehouse) => [
        { article: 'W1' },
        { warehouse, retail: 1500, wholesale: 1000, stock: 1 },
      ]),
    )
    for (const payload of [{ date: day }, { date: day, brand: 'Arktika' }]) {
      const answer = await download('allprices', payload)
      expect(answer.statusCode).toBe(422)
      expect(answer.headers['content-type']).toMatch(/json/)
      expect(answer.json().error).toMatch(/^Столбцов 16\s511, а Excel открывает не больше 16\s384\./)
    }
    expect((await download('rprices', { date: day })).statusCode).toBe(200)
  })

  it('refuse a body that is not JSON, an unknown field and a bad date with a JSON error', async () => {
    const bad = await wire.as('anna', {
      method: 'POST',
      url: '/api/analytics/allprices',
      payload: 'date',
      headers: { 'content-type': 'application/json' },
    })
    for (const answer of [
      bad,
      await download('allprices', { x: 1 }),
      await download('allprices', { date: '1' }),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ error: expect.any(String) })
    }
  })
})
