// Specification 5.7

import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readReportPage } from '../../../../contract/legacy/report-page.ts'
import { REPORTS, type ReportId } from '../../../../contract/reports/reports.ts'
import { defaultChoice } from '../../report-choice/report-address.ts'
import type { DownloadOrder, SheetFile } from './export-client.ts'
import { downloadSheet } from './sheet-files.ts'

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
}

const order = (report: ReportId): DownloadOrder => ({
  report,
  layout: 'download',
  choice: { ...defaultChoice(REPORTS[report]), date: '2026-04-18' },
  ownHosts: null,
  further: null,
})

/** Passes the pages to the sheet twice, as the web worker does. */
function exportPages(report: ReportId, ...paths: string[]): SheetFile {
  const sheet = downloadSheet(order(report))
  const pages = paths.map((path) => readReportPage(REPORTS[report].layout, JSON.stringify(PAGES[path])).rows)
  for (const rows of pages) sheet.read(rows)
  for (const rows of pages) sheet.write(rows)
  return sheet.finish()
}

describe('downloadSheet', () => {
  it('has the columns of all pages, with typed cells', async () => {
    const { file, rows } = exportPages('retail', '/1', '/2')
    expect(rows).toBe(2)
    expect(file.type).toContain('spreadsheetml')
    const day = new Date('2026-04-18T00:00:00Z')
    const sheet = (await readXlsx(new Uint8Array(await file.arrayBuffer()))).sheets[0]
    expect(sheet?.rows.slice(1)).toEqual([
      ['Дата', 'Артикул производителя', 'Бренд', 'Розн. цена', 'Розн. цена', 'Остаток'],
      [day, 'A1', 'Зима', null, 4100.5, 3],
      [day, '=A2', 'Зима', 5000, null, null],
    ])
  })

  it('refuses a file that Excel could not open before it is written', () => {
    expect(() => exportPages('retail', '/wide')).toThrow(/^Столбцов 16\s403, а Excel/)
  })

  it('is CSV for price changes, like the server’s', async () => {
    const { file } = exportPages('price-changes', '/1')
    const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer()).split('\r\n')
    expect(lines).toEqual([
      '\ufeffДата;Артикул производителя;Бренд;Томск · a.ru · Розн. цена;Томск · a.ru · Остаток',
      '18.04.2026;A1;Зима;4100,5;3',
      '',
    ])
  })
})
