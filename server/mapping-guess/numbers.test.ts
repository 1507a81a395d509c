// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'numbers-'))
})
afterAll(() => rm(folder, { recursive: true }))

const BRANDS = ['Nokian Tyres', 'Continental', 'Yokohama', 'Michelin', 'Hankook']

interface Tyre {
  /** in the notation of its brand */
  article: string
  /** in a notation that does not depend on the brand */
  code: string
  brand: string
  barcode: string
}

/** Appends the check digit. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const tyre = (i: number): Tyre => {
  const brand = BRANDS[(i * 3) % 5] as string
  const number = 10_000 + ((i * 7919) % 80_000)
  return {
    article:
      { 'Nokian Tyres': `TS${number}`, Continental: `03${number}`, Yokohama: `R${number % 10_000}` }[brand] ??
      `${number}${brand === 'Michelin' ? '' : '7A'}`,
    code: i % 2 === 0 ? `АБ-000${number}` : `9${number}`,
    brand,
    barcode: withCheckDigit(`460${String(number * 11).padStart(9, '0')}`),
  }
}
const TYRES = Array.from({ length: 60 }, (_, i) => tyre(i))

/** Guesses a list with the given columns beside brand, name and price. */
async function guessed(
  columns: Readonly<Record<string, (tyre: Tyre, index: number) => string>>,
  tyres = TYRES,
) {
  const names = Object.keys(columns)
  const rows = tyres.map((one, i) => [
    ...names.map((name) => columns[name]?.(one, i) ?? ''),
    one.brand,
    `${one.brand} Пример ${i % 9} 205/55R16 91T`,
    String(4000 + ((i * 7919) % 6000)),
  ])
  const path = join(folder, 'list.csv')
  await writeFile(
    path,
    [[...names, 'Бренд', 'Наименование', 'Цена'], ...rows].map((row) => row.join(';')).join('\n'),
  )
  const { mapping, missing } = await guessMapping(path)
  const { tyres: sample, error, mistakes } = await sampleFile(path, mapping)
  expect({ error, mistakes, missing }).toEqual({ error: null, mistakes: [], missing: [] })
  const { article, code, barcode } = mapping.fields as Record<string, unknown>
  return { fields: { article, code, barcode }, optional: mapping.optional, sample }
}

const articleOf = ({ article }: Tyre) => article
const codeOf = ({ code }: Tyre) => code
const barcodeOf = ({ barcode }: Tyre) => barcode

describe('guess of a list with two columns of numbers', () => {
  it.each([
    ['Артикул', 'Код'],
    ['Код', 'Артикул'],
    ['article', 'cae'],
    ['cae', 'article'],
    ['Артикул производителя', 'id'],
    ['sku', 'Код товара'],
    ['Артикул поставщика', 'Код поставщика'],
  ])('takes the numbers that depend on the brand for articles: %s, not %s', async (article, code) => {
    const fields = { article, code, barcode: undefined }
    const first = await guessed({ [article]: articleOf, [code]: codeOf })
    expect(first.fields).toEqual(fields)
    expect(first.sample[0]).toMatchObject({ specs: { article: TYRES[0]?.article }, code: TYRES[0]?.code })
    expect((await guessed({ [code]: codeOf, [article]: articleOf })).fields).toEqual(fields)
  })

  it('follows the names in a list that is too short to tell', async () => {
    const few = TYRES.slice(0, 12)
    expect((await guessed({ Код: articleOf, Артикул: codeOf }, few)).fields).toMatchObject({
      article: 'Артикул',
      code: 'Код',
    })
  })

  it('leaves the decision to the import if neither has articles', async () => {
    const other = (_: Tyre, i: number) => String(70_000 + ((i * 631) % 9000))
    expect((await guessed({ Артикул: codeOf, Код: other })).fields).toEqual({ article: 'Артикул' })
  })

  it('does not fill missing articles with codes', async () => {
    const many = Array.from({ length: 120 }, (_, i) => tyre(i))
    const half = (numberOf: (one: Tyre) => string, at: number) => (one: Tyre, i: number) =>
      i % 2 === at ? numberOf(one) : ''
    const { fields } = await guessed({ Артикул: half(articleOf, 0), Код: half(codeOf, 1) }, many)
    expect(fields).toEqual({ article: 'Артикул', code: 'Код' })
  })

  it('does not take the articles of a second column for codes', async () => {
    expect((await guessed({ Артикул: articleOf, Код: articleOf })).fields).toEqual({ article: 'Артикул' })
  })

  it('takes neither the numbers of groups nor those of rows for codes', async () => {
    const columns = { Артикул: articleOf, 'Код группы': (_: Tyre, i: number) => `ГР-${10 + (i % 7)}` }
    expect((await guessed(columns)).fields).toEqual({ article: 'Артикул' })
    const rows = { id: (_: Tyre, i: number) => String(i + 1), Артикул: articleOf }
    const many = Array.from({ length: 400 }, (_, i) => tyre(i))
    expect((await guessed(rows, many)).fields).toEqual({ article: 'Артикул' })
  })
})

describe('guess of a list with one column of numbers', () => {
  it.each(['Артикул', 'Код', 'Код товара', 'sku', 'cae', 'code'])(
    'takes %s for the article, whatever its numbers are',
    async (name) => {
      expect((await guessed({ [name]: articleOf })).fields).toEqual({ article: name })
      expect((await guessed({ [name]: codeOf })).fields).toEqual({ article: name })
    },
  )

  it.each(['Код поставщика', 'Внутренний код', '1С код', 'id'])(
    'takes %s for the code, unless the brand explains its numbers',
    async (name) => {
      const { fields, sample } = await guessed({ [name]: codeOf })
      expect(fields).toEqual({ code: name })
      expect(sample[0]).toMatchObject({ specs: { article: '' }, code: TYRES[0]?.code })
      expect((await guessed({ [name]: articleOf })).fields).toEqual({ article: name })
    },
  )
})

describe('guess of a column of barcodes', () => {
  it.each(['Штрихкод', 'Штрих-код', 'barcode', 'EAN', 'EAN13', 'GTIN', 'Поле 7'])(
    'recognises %s',
    async (name) => {
      const { fields, optional, sample } = await guessed({ Артикул: articleOf, [name]: barcodeOf })
      expect(fields).toEqual({ article: 'Артикул', barcode: name })
      expect(optional).toContain('barcode')
      expect(sample[0]).toMatchObject({ barcode: TYRES[0]?.barcode, specs: { article: TYRES[0]?.article } })
    },
  )

  it('recognises several barcodes in a cell, UPC, and a column that is half empty', async () => {
    const two = ({ barcode }: Tyre) => `4601234567894, ${barcode}`
    expect((await guessed({ Артикул: articleOf, EAN: two })).fields.barcode).toBe('EAN')
    const upc = (_: Tyre, i: number) => withCheckDigit(String(3_600_029_145 + i * 97).padStart(11, '0'))
    expect((await guessed({ Артикул: articleOf, 'Поле 7': upc })).fields.barcode).toBe('Поле 7')
    const half = ({ barcode }: Tyre, i: number) => (i % 2 === 0 ? barcode : '')
    expect((await guessed({ Артикул: articleOf, Штрихкод: half })).fields.barcode).toBe('Штрихкод')
  })

  it('passes over numbers with wrong check digits and numbers that the shop has assigned', async () => {
    const wrong = (_: Tyre, i: number) => `460${String(i * 9999).padStart(9, '0')}x`.replace('x', '0')
    expect((await guessed({ Артикул: articleOf, Штрихкод: wrong })).fields).toEqual({ article: 'Артикул' })
    const own = (_: Tyre, i: number) => withCheckDigit(`2000000${String(10_000 + i * 7)}`)
    expect((await guessed({ Артикул: articleOf, Штрихкод: own })).fields).toEqual({ article: 'Артикул' })
  })

  it('finds article, code and barcode side by side', async () => {
    const { fields } = await guessed({ Код: codeOf, Штрихкод: barcodeOf, Артикул: articleOf })
    expect(fields).toEqual({ article: 'Артикул', code: 'Код', barcode: 'Штрихкод' })
  })
})
