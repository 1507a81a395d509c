// Specification 12.6

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../contract/legacy/values.ts'
import { LOCATION_COLUMN_FIELDS } from '../../../../contract/offers/offer-values.ts'
import { assignColumn, assignConstant } from './assign.ts'
import { type ColumnUse, columnUse, otherFields, readFromColumn } from './column-use.ts'
import { FIELD_GROUPS, type FieldName } from './fields.ts'

const field = (name: FieldName): ColumnUse => ({ kind: 'field', field: name })
const stockIn = (city: string, warehouse = ''): ColumnUse => ({
  kind: 'place',
  holds: 'stock',
  city,
  warehouse,
})

describe('columnUse', () => {
  it('returns the field of a complete column, as first source or as alternative', () => {
    const mapping = { fields: { article: 'Код', name: ['Наименование', { join: ['Бренд', 'Модель'] }] } }
    expect(columnUse(mapping, 'Код')).toEqual(field('article'))
    expect(columnUse(mapping, 'Наименование')).toEqual(field('name'))
    expect(columnUse(mapping, 'Бренд')).toBeNull()
    expect(readFromColumn(mapping, 'Бренд')).toEqual(['name'])
  })

  it('returns a city and warehouse from columns, a common prefix, or a table of warehouses', () => {
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

  it('distinguishes columns of which only parts are used, such as a size in a name', () => {
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

describe('correcting a mapping', () => {
  it('moves a field from one column to another', () => {
    const mapping = { fields: { retail: 'Цена', name: 'Имя' } }
    const moved = assignColumn(mapping, 'РРЦ', field('retail'), [])
    expect(moved).toEqual({ fields: { retail: 'РРЦ', name: 'Имя' } })
    expect(columnUse(moved, 'Цена')).toBeNull()
    expect(assignColumn(moved, 'РРЦ', null, [])).toEqual({ fields: { name: 'Имя' } })
  })

  it('uses a column for one city and warehouse, and undoes that', () => {
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

  it('changes one of several columns with a common prefix, and leaves the others unchanged', () => {
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

  it('sets a constant city for a price list without cities', () => {
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
    holds: fc.constantFrom(...LOCATION_COLUMN_FIELDS),
    city: fc.string(),
    warehouse: fc.string(),
  }),
)
const plain = mappings.filter(({ offers }) => JSON.stringify(offers ?? null)?.includes('"list"') !== true)

describe('assignColumn and assignConstant with any mapping', () => {
  it('never mutate the given mapping', () => {
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

  it('use a column as chosen', () => {
    fc.assert(
      fc.property(plain, column, uses, (mapping, name, use) => {
        expect(columnUse(assignColumn(mapping, name, use, COLUMNS), name)).toEqual(use)
      }),
    )
  })

  it('leave a column unused if that was chosen', () => {
    fc.assert(
      fc.property(plain, column, (mapping, name) => {
        expect(columnUse(assignColumn(mapping, name, null, COLUMNS), name)).toBeNull()
      }),
    )
  })

  it('retain the cities and warehouses of other columns', () => {
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

  it('set the given constant', () => {
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
