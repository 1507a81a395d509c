// Specification 12.6

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../contract/legacy/values.ts'
import { assignColumn, assignConstant } from './assign.ts'
import { type ColumnUse, columnUse, otherFields, readFromColumn } from './column-use.ts'
import { FIELD_GROUPS, type FieldName, HELD } from './fields.ts'

const field = (name: FieldName): ColumnUse => ({ kind: 'field', field: name })
const stockIn = (city: string, warehouse = ''): ColumnUse => ({
  kind: 'place',
  holds: 'stock',
  city,
  warehouse,
})

describe('what a column is taken for', () => {
  it('is the field that it gives as a whole, first or as another choice', () => {
    const mapping = { fields: { article: 'Код', name: ['Наименование', { join: ['Бренд', 'Модель'] }] } }
    expect(columnUse(mapping, 'Код')).toEqual(field('article'))
    expect(columnUse(mapping, 'Наименование')).toEqual(field('name'))
    expect(columnUse(mapping, 'Бренд')).toBeNull()
    expect(readFromColumn(mapping, 'Бренд')).toEqual(['name'])
  })

  it('is one place, by columns, by a common beginning, or by a table of warehouses', () => {
    const columns = {
      fields: {},
      offers: {
        holds: 'opt',
        columns: { Тула: 'Тула', Омск: { city: 'Омск', warehouse: '2', holds: 'stock' } },
      },
    }
    expect(columnUse(columns, 'Тула')).toEqual({ kind: 'place', holds: 'opt', city: 'Тула', warehouse: '' })
    expect(columnUse(columns, 'Омск')).toEqual(stockIn('Омск', '2'))
    const prefix = {
      fields: {},
      offers: {
        prefix: 'rest_',
        warehouses: { 't*': 'Тула', tx: { city: 'Омск', warehouse: 'Главный' }, 'ту*': 'Тура' },
      },
    }
    expect(columnUse(prefix, 'rest_t1')).toEqual(stockIn('Тула', 't1'))
    expect(columnUse(prefix, 'rest_tx')).toEqual(stockIn('Омск', 'Главный'))
    expect(columnUse(prefix, 'rest_z')).toEqual(stockIn('', 'z'))
    expect(columnUse(prefix, 'price')).toBeNull()
  })

  it("is an offer's field inside of a nested list", () => {
    const mapping = { fields: { name: 'title' }, offers: { list: 'stores', fields: { city: 'town' } } }
    expect(columnUse(mapping, 'stores[].town')).toEqual(field('city'))
    expect(columnUse(mapping, 'town')).toEqual(field('city'))
    expect(columnUse(mapping, 'stores[].price')).toBeNull()
  })

  it('is told in part where sizes are taken from a name', () => {
    const mapping = {
      extract: [{ from: 'Имя', match: '(?<w>\\d+)/(?<h>\\d+)' }],
      fields: {
        name: 'Имя',
        width: '$w',
        height: '$h',
        brand: { from: 'Имя', known: 'brand' },
        city: { value: 'Тула' },
      },
    }
    expect(readFromColumn(mapping, 'Имя')).toEqual(['width', 'height', 'brand'])
    expect(otherFields(mapping)).toEqual([
      { field: 'width', constant: null, from: 'часть названия' },
      { field: 'height', constant: null, from: 'часть названия' },
      { field: 'brand', constant: null, from: 'известный бренд в колонке «Имя»' },
      { field: 'city', constant: 'Тула', from: 'всегда «Тула»' },
    ])
  })
})

describe('a person who corrects', () => {
  it('moves a field from one column to another', () => {
    const mapping = { fields: { retail: 'Цена', name: 'Имя' } }
    const moved = assignColumn(mapping, 'РРЦ', field('retail'), [])
    expect(moved).toEqual({ fields: { retail: 'РРЦ', name: 'Имя' } })
    expect(columnUse(moved, 'Цена')).toBeNull()
    expect(assignColumn(moved, 'РРЦ', null, [])).toEqual({ fields: { name: 'Имя' } })
  })

  it('makes a column one place, and takes it back', () => {
    const mapping = { fields: { name: 'Имя', opt: 'Опт' } }
    const made = assignColumn(mapping, 'Тула', stockIn('Тула'), [])
    expect(made).toEqual({
      fields: { name: 'Имя', opt: 'Опт' },
      offers: { columns: { Тула: { city: 'Тула', warehouse: '' } } },
    })
    const priced = assignColumn(
      made,
      'Тула цена',
      { kind: 'place', holds: 'retail', city: 'Тула', warehouse: '' },
      [],
    )
    expect(priced.offers).toEqual({
      columns: {
        Тула: { city: 'Тула', warehouse: '' },
        'Тула цена': { city: 'Тула', warehouse: '', holds: 'retail' },
      },
    })
    expect(assignColumn(made, 'Тула', null, [])).toEqual(mapping)
  })

  it('changes one of several columns with a common beginning, and leaves the others what they were', () => {
    const columns = ['name', 'rest_a', 'rest_b']
    const mapping = {
      fields: { name: 'name', city: { value: 'Омск' } },
      offers: { prefix: 'rest_', warehouses: { a: { city: 'Тула', warehouse: 'Склад А' } } },
    }
    const changed = assignColumn(mapping, 'rest_b', stockIn('Тюмень', 'Б'), columns)
    expect(changed.offers).toEqual({
      columns: { rest_a: { city: 'Тула', warehouse: 'Склад А' }, rest_b: { city: 'Тюмень', warehouse: 'Б' } },
    })
    expect(assignColumn(mapping, 'name', null, columns).offers).toEqual(mapping.offers)
  })

  it("puts an offer's field where its list has it", () => {
    const mapping = { fields: { name: 'title' }, offers: { list: 'stores', fields: { retail: 'p1' } } }
    expect(assignColumn(mapping, 'stores[].p2', field('retail'), [])).toEqual({
      fields: { name: 'title' },
      offers: { list: 'stores', fields: { retail: 'p2' } },
    })
  })

  it('names the city of a price list that has none', () => {
    const mapping = { fields: { name: 'Имя' } }
    const named = assignConstant(mapping, 'city', 'Тула')
    expect(named).toEqual({ fields: { name: 'Имя', city: { value: 'Тула' } } })
    expect(assignConstant(named, 'city', '')).toEqual(mapping)
  })
})

const COLUMNS = ['a', 'b', 'rest_1', 'rest_2', 'list[].c', '__proto__', 'constructor']
const FIELDS = FIELD_GROUPS.flatMap(({ fields }) => fields)
const column = fc.constantFrom(...COLUMNS)
const source = fc.oneof(
  column,
  fc.array(column, { minLength: 1, maxLength: 3 }),
  fc.record({ value: fc.string() }),
  fc.record({ from: column, match: fc.constant('\\d+') }),
  fc.record({ join: fc.array(column, { minLength: 1 }) }),
)
const mappings: fc.Arbitrary<JsonObject> = fc.record(
  {
    fields: fc.dictionary(fc.constantFrom(...FIELDS), source),
    offers: fc.oneof(
      fc.record({ columns: fc.dictionary(column, fc.oneof(fc.string(), fc.record({ city: fc.string() }))) }),
      fc.record({ prefix: fc.constant('rest_'), warehouses: fc.dictionary(fc.string(), fc.string()) }),
      fc.record({ list: fc.constant('list'), fields: fc.dictionary(fc.constantFrom(...FIELDS), column) }),
      fc.anything(),
    ),
    extract: fc.anything(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>
const uses: fc.Arbitrary<ColumnUse> = fc.oneof(
  fc.record({ kind: fc.constant('field' as const), field: fc.constantFrom(...FIELDS) }),
  fc.record({
    kind: fc.constant('place' as const),
    holds: fc.constantFrom(...HELD),
    city: fc.string(),
    warehouse: fc.string(),
  }),
)
const plain = mappings.filter(({ offers }) => JSON.stringify(offers ?? null)?.includes('"list"') !== true)

describe('any mapping', () => {
  it('is never changed itself, whatever it looks like', () => {
    fc.assert(
      fc.property(mappings, column, fc.option(uses), (mapping, name, use) => {
        const before = structuredClone(mapping)
        assignColumn(mapping, name, use, COLUMNS)
        assignConstant(mapping, 'city', 'Тула')
        otherFields(mapping)
        readFromColumn(mapping, name)
        expect(mapping).toEqual(before)
      }),
    )
  })

  it('takes a column for what was chosen', () => {
    fc.assert(
      fc.property(plain, column, uses, (mapping, name, use) => {
        expect(columnUse(assignColumn(mapping, name, use, COLUMNS), name)).toEqual(use)
      }),
    )
  })

  it('takes a column for nothing when that was chosen', () => {
    fc.assert(
      fc.property(plain, column, (mapping, name) => {
        expect(columnUse(assignColumn(mapping, name, null, COLUMNS), name)).toBeNull()
      }),
    )
  })

  it('keeps what the other columns are places of', () => {
    const places = (mapping: JsonObject, without: string) =>
      COLUMNS.filter((name) => name !== without)
        .map((name) => columnUse(mapping, name))
        .map((use) => (use?.kind === 'place' ? use.warehouse : null))
    fc.assert(
      fc.property(plain, column, fc.option(uses), (mapping, name, use) => {
        expect(places(assignColumn(mapping, name, use, COLUMNS), name)).toEqual(places(mapping, name))
      }),
    )
  })

  it('has the constant that was given', () => {
    fc.assert(
      fc.property(
        mappings,
        fc.constantFrom(...FIELDS),
        fc.string({ minLength: 1 }),
        (mapping, name, value) => {
          const found = otherFields(assignConstant(mapping, name, value)).find((one) => one.field === name)
          expect(found?.constant).toBe(value)
        },
      ),
    )
  })
})
