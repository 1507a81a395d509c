// Specification 5.7

import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readReportPage } from '../../../../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../../../../contract/lib/lists.ts'
import { savedFile } from './saved-file.ts'

const tyre = (article: string, cities: object) => ({
  tires_specs: { brand_article: article, brand: 'Зима' },
  cities,
})

const PAGES: Record<string, object> = {
  '/1': { items: [tyre('A1', { Томск: { 'https://a.ru': { retail: 4100.5, rest: 3 } } })], page: 2 },
  '/2': { items: [tyre('=A2', { Омск: { 'https://www.b.ru': { retail: 5000 } } })], page: 2 },
  '/wide': {
    items: [
      tyre('A1', {
        Томск: Object.fromEntries(
          Array.from({ length: 8_200 }, (_, i) => [`https://s${i}.ru`, { retail: 1, rest: 1 }]),
        ),
      }),
    ],
    page: 1,
  },
  '/none': { items: [], page: 1 },
}

/** Returns a reader of the fake pages that counts the reads. */
function reader(layout: ReportLayout = 'analytics') {
  const read: string[] = []
  return {
    read,
    readPage: async (path: string) => {
      read.push(path)
      return readReportPage(layout, JSON.stringify(PAGES[path]))
    },
  }
}

const ORDER = { report: 'retail', priceType: 'retail', day: '2026-04-18', ownHosts: null } as const

describe('savedFile', () => {
  it('has the columns of all pages, with typed cells', async () => {
    const { readPage, read } = reader()
    const made = await savedFile({ ...ORDER, paths: ['/1', '/2'] }, readPage)
    if (made.kind !== 'file') throw new Error(made.kind)
    expect(made.totalPages).toBe(2)
    expect(made.file.type).toContain('spreadsheetml')
    const day = new Date('2026-04-18T00:00:00Z')
    const sheet = (await readXlsx(new Uint8Array(await made.file.arrayBuffer()))).sheets[0]
    expect(sheet?.rows.slice(1)).toEqual([
      ['Дата', 'Артикул производителя', 'Бренд', 'Розн. цена', 'Розн. цена', 'Остаток'],
      [day, 'A1', 'Зима', null, 4100.5, 3],
      [day, '=A2', 'Зима', 5000, null, null],
    ])
    expect(read).toEqual(['/1', '/2', '/1', '/2'])
  })

  it('refuses a file that Excel could not open, before it is written', async () => {
    const { readPage, read } = reader()
    await expect(savedFile({ ...ORDER, paths: ['/wide'] }, readPage)).rejects.toThrow(
      /^Столбцов 16\s403, а Excel/,
    )
    expect(read).toEqual(['/wide'])
  })

  it('writes price changes as CSV, like the server', async () => {
    const { readPage } = reader('changes')
    const order = { ...ORDER, report: 'price-changes', priceType: 'opt', paths: ['/1'] } as const
    const made = await savedFile(order, readPage)
    if (made.kind !== 'file') throw new Error(made.kind)
    const lines = new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(await made.file.arrayBuffer())
      .split('\r\n')
    expect(lines).toEqual([
      '\ufeffДата;Артикул производителя;Бренд;Томск · a.ru · Розн. цена;Томск · a.ru · Остаток',
      '18.04.2026;A1;Зима;4100,5;3',
      '',
    ])
  })

  it('creates no file if the pages have no rows', async () => {
    expect(await savedFile({ ...ORDER, paths: ['/none'] }, reader().readPage)).toEqual({ kind: 'empty' })
  })
})
