// Specification 10.13

import { describe, expect, it } from 'vitest'
import { readMapping } from './mapping.ts'

const fields = { article: 'a', retail: 'r', city: { value: 'Тула' } }

describe('readMapping', () => {
  it('accepts every member that the bundled mappings use', () => {
    const mapping = {
      format: 'xml',
      records: { element: 'item' },
      extract: [{ from: 'n', match: '(?<w>\\d+)' }],
      skip: { empty: ['r'] },
      fields: {
        ...fields,
        name: { join: ['n', { from: 'u', match: 'x', upper: true }] },
        season: [{ from: 'n', match: 'шип', as: 'Зимняя' }, 's'],
        brand: { from: 'n', known: 'brand' },
        code: 'c',
        barcode: ['b', { from: 'n', match: '\\d{13}' }],
      },
      optional: ['code', 'barcode'],
      offers: { prefix: 'rest_', warehouses: { 'a*': 'Тула', b: { city: 'Омск', warehouse: 'Главный' } } },
      spellings: { brand: { Бренд: ['brend'] } },
    }
    expect(readMapping(mapping)).toBe(mapping)
  })

  it.each<[unknown, string]>([
    [3, 'нужно описание в фигурных скобках'],
    [{}, 'нет обязательного поля fields'],
    [{ fields, sheet: 1 }, 'неизвестное поле sheet'],
    [{ fields: { ...fields, colour: 'c' } }, 'fields: неизвестное поле colour'],
    [{ fields, format: 'ods' }, 'format: допустимо одно из: csv, xlsx, xls, json, jsonl, xml'],
    [{ fields, records: { header: -1 } }, 'records.header: слишком маленькое число'],
    [
      { fields: { ...fields, name: { form: 'x' } } },
      'fields.name: значение не подходит ни под один из видов',
    ],
    [{ fields, offers: { columns: { a: { city: 1 } } } }, 'offers.columns.a: '],
    [{ fields, extract: [{ from: 'a' }] }, 'extract.0: нет обязательного поля match'],
    [{ fields: { retail: 'r' } }, 'fields: нужен артикул или название'],
    [{ fields: { retail: 'r', code: 'c', barcode: 'b' } }, 'fields: нужен артикул или название'],
    [
      { fields: { ...fields, barcode: { from: 'b', match: '(' } } },
      'fields.barcode: Invalid regular expression',
    ],
    [{ fields: { name: 'n' } }, 'fields: нужна хотя бы одна цена'],
    [{ fields, records: { sheet: 1, sheets: '*' } }, 'records: из sheet и sheets можно указать одно'],
    [{ fields, records: { sheets: [] } }, 'records.sheets: '],
    [{ fields, offers: { prefix: 'a', list: 'b' } }, 'offers: из prefix, columns и list можно указать одно'],
    [{ fields, offers: { fields: { retail: 'r' } } }, 'offers.fields: имеет смысл только вместе с list'],
    [{ fields: { ...fields, name: { from: 'n', match: '(' } } }, 'fields.name: Invalid regular expression'],
    [{ fields, extract: [{ from: 'a', match: '[' }] }, 'extract.0.match: Invalid regular expression'],
  ])('reports what is wrong with %j', (value, message) => {
    const mistakes = readMapping(value)
    expect(Array.isArray(mistakes) && mistakes.join('\n')).toContain(message)
  })

  it('accepts prices in the columns of cities', () => {
    const mapping = { fields: { name: 'n' }, offers: { columns: { Тула: 'Тула' }, holds: 'retail' } }
    expect(readMapping(mapping)).toBe(mapping)
  })
})
