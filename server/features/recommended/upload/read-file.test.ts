// Specification 26.3
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { ImportError } from '../../../import/errors.ts'
import { readRecommendedFile } from './read-file.ts'

const read = (text: string, choice = {}) => readRecommendedFile({ file: Buffer.from(text), choice })
const rowsOf = async (text: string, choice = {}) => (await read(text, choice)).rows

const PLAIN = `Артикул;РРЦ
TS71912;5 120,50
TS32042;12 300
R-100;7990`

describe('readRecommendedFile', () => {
  it('needs two columns: article and price', async () => {
    expect(await rowsOf(PLAIN)).toEqual([
      { article: 'TS71912', brand: '', kopecks: 512_050, from: '' },
      { article: 'TS32042', brand: '', kopecks: 1_230_000, from: '' },
      { article: 'R-100', brand: '', kopecks: 799_000, from: '' },
    ])
  })

  it('prefers the recommended price to other prices, and reads brand and day', async () => {
    const list = await read(`Бренд;Артикул;Наименование;Опт. цена;Розничная цена;РРЦ, руб.;Действует с
Nokian;TS71912;205/55R16 91T Nordman 7;4000;4500;5120.00;01.12.2026
Kama;2150001;185/65R15 88T Euro 129;3000;3500;3 900 руб.;`)
    expect(list.chosen).toEqual({
      article: 'Артикул',
      brand: 'Бренд',
      price: 'РРЦ, руб.',
      from: 'Действует с',
    })
    expect(list.rows).toMatchObject([
      { article: 'TS71912', brand: 'Nokian Tyres', kopecks: 512_000, from: '2026-12-01' },
      { article: '2150001', brand: 'Кама', kopecks: 390_000, from: '' },
    ])
  })

  it('leaves out junk rows, totals and section rows, and takes the brand from the sections', async () => {
    const tyres = (brand: string, from: number) =>
      Array.from(
        { length: 6 },
        (_, i) => `${brand[0]}T${from + i};205/55R16 91T ${brand} Model ${i};${5000 + i * 100}`,
      )
    const list = await read(
      [
        'ООО «Шины»;;',
        'Артикул;Наименование;РРЦ',
        'Nokian;;',
        ...tyres('Nokian', 1000),
        'Michelin;;',
        ...tyres('Michelin', 2000),
        'Итого;;66000',
      ].join('\n'),
    )
    expect(list.chosen.brand).toBeNull()
    expect(list.brand_from).not.toBe('')
    expect(list.columns.map(({ examples }) => examples[0])).toEqual([
      'NT1000',
      '205/55R16 91T Nokian Model 0',
      '5000',
    ])
    expect(list.rows).toHaveLength(12)
    expect(new Set(list.rows.map(({ brand }) => brand))).toEqual(new Set(['Nokian Tyres', 'Michelin']))
  })

  it('counts rows that it cannot use, with their reasons', async () => {
    const list = await read(`Артикул;Бренд;РРЦ;Действует с
A100;Nokian;5000;01.12.2026
A101;Nokian;нет;01.12.2026
A102;Nokian;;01.12.2026
A103;Nokian;5100;скоро
A104;Nokian;5200;`)
    expect(list.rows.map(({ article }) => article)).toEqual(['A100', 'A104'])
    expect(list.skipped.map(({ text, count }) => [text, count])).toEqual([
      ['нет цены', 2],
      ['не читается дата начала действия', 1],
    ])
    expect(list.skipped[0]?.examples).toEqual(['строка 3', 'строка 4'])
  })

  it('reads the columns that the person chose', async () => {
    const text = `Код;Номер;Цена А;Цена Б
1;A100;5000;6000
2;A101;5100;6100`
    expect(await rowsOf(text, { article: 'Номер', price: 'Цена Б', brand: '', from: '' })).toMatchObject([
      { article: 'A100', kopecks: 600_000 },
      { article: 'A101', kopecks: 610_000 },
    ])
    const without = await read(text, { article: 'Номер', price: '' })
    expect([without.missing, without.rows]).toEqual([['price'], []])
  })

  it('reads workbooks', async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: 'РРЦ',
          rows: [
            ['Артикул', 'Бренд', 'РРЦ'],
            ['A100', 'Michelin', 5120.5],
          ],
        },
      ],
    })
    const { rows } = await readRecommendedFile({ file, choice: {} })
    expect(rows).toEqual([{ article: 'A100', brand: 'Michelin', kopecks: 512_050, from: '' }])
  })

  it('refuses what is no table, without the path of its copy', async () => {
    for (const file of ['%PDF-1.7 ...', '\u0000\u0001\u0002'])
      await expect(read(file)).rejects.toThrow(ImportError)
    await expect(read('%PDF-1.7 ...')).rejects.not.toThrow(/tmp/)
  })

  it('either reads any text or refuses it', async () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{1,2}\d{1,8}$/), fc.integer().map(String))
    const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(table, async (lines) => {
        const text = ['Артикул;РРЦ;Бренд', ...lines.map((line) => line.join(';'))].join('\n')
        const found = await read(text).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ImportError)
          return { rows: [] }
        })
        for (const { kopecks, article } of found.rows) {
          expect(Number.isSafeInteger(kopecks) && kopecks > 0).toBe(true)
          expect(article).not.toBe('')
        }
      }),
      { numRuns: 30 },
    )
  })
})
