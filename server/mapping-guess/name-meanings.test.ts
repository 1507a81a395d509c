// Specification 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { nameMeanings } from './name-meanings.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'

const best = (name: string): ColumnMeaning | undefined =>
  (Object.entries(nameMeanings(name)) as [ColumnMeaning, number][]).sort(([, a], [, b]) => b - a)[0]?.[0]

describe('nameMeanings', () => {
  it.each<[name: string, meaning: ColumnMeaning]>([
    ['cae', 'article'],
    ['Артикул производителя', 'article'],
    ['Арт. произв.', 'article'],
    ['vendorCode', 'article'],
    ['Номенклатура', 'name'],
    ['naimenovanie', 'name'],
    ['Произв-ль', 'brand'],
    ['Manufacturer', 'brand'],
    ['Шир.', 'width'],
    ['Ширина профиля, мм', 'width'],
    ['aspect_ratio', 'height'],
    ['Посадочный диаметр', 'diameter'],
    ['Инд. нагр.', 'loadIndex'],
    ['LI', 'loadIndex'],
    ['speedIdx', 'speedIndex'],
    ['Типоразмер', 'size'],
    ['ост.', 'stock'],
    ['Свободный остаток', 'stock'],
    ['Кол-во', 'stock'],
    ['QTY', 'stock'],
    ['Розн. цена', 'retail'],
    ['РРЦ, руб.', 'retail'],
    ['Цена (опт)', 'opt'],
    ['Гуртова ціна', 'opt'],
    ['Ваша цена', 'opt'],
    ['net_price', 'opt'],
    ['zakupochnaya_tsena', 'cost'],
    ['Цена с НДС', 'price'],
    ['Стоимость', 'price'],
    ['old_price', 'other'],
    ['Старая цена', 'other'],
    ['Штрихкод', 'barcode'],
    ['Штрих-код', 'barcode'],
    ['EAN13', 'barcode'],
    ['gtin', 'barcode'],
    ['UPC code', 'barcode'],
    ['bar_code', 'barcode'],
    ['Дата пр-ва', 'year'],
    ['Дата изг.', 'year'],
    ['Код', 'code'],
    ['Код товара', 'code'],
    ['Код поставщика', 'code'],
    ['Артикул поставщика', 'code'],
    ['Внутр. код', 'code'],
    ['Код 1С', 'code'],
    ['1C code', 'code'],
    ['sku', 'code'],
    ['Код производителя', 'article'],
    ['В пути', 'other'],
    ['price.retail', 'retail'],
    ['param[Сезон]', 'season'],
    ['Остаток / Цена опт', 'opt'],
  ])('recognises %s as %s', (name, meaning) => {
    expect(best(name)).toBe(meaning)
  })

  it('returns numbers between 0 and 1 for any name', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        for (const sureness of Object.values(nameMeanings(name))) {
          expect(sureness).toBeGreaterThanOrEqual(0)
          expect(sureness).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: runs(50) },
    )
  })
})
