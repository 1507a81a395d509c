import { describe, expect, it } from 'vitest'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { dropAt, dropBeside, movableHead } from './head-move.ts'

const column = (id: string, label: string, city = '', site = '', own = false): GridColumn => ({
  id,
  label,
  kind: 'price',
  group: { city, site, warehouse: '' },
  cell: () => null,
  own,
})
const COLUMNS = [
  column('article', 'Артикул'),
  column('name', 'Название'),
  column('width', 'Ширина'),
  column('height', 'Высота'),
  column('o', 'Город', 'Омск'),
  column('oa1', 'Розн. цена', 'Омск', 'a.ru'),
  column('oa2', 'Остаток', 'Омск', 'a.ru'),
  column('ob1', 'Розн. цена', 'Омск', 'b.ru', true),
  column('oc1', 'Розн. цена', 'Омск', 'c.ru'),
  column('ta1', 'Розн. цена', 'Томск', 'a.ru'),
]
const heads = (part: { ownFirst?: boolean; columns?: readonly GridColumn[] } = {}) => ({
  columns: COLUMNS,
  layout: 'table' as const,
  ownFirst: false,
  ...part,
})
const keys = (index: number, row: 0 | 1 | 2, part = {}) =>
  movableHead(heads(part), index, row)?.slots.map(({ key }) => key) ?? null

describe('movableHead (specification 17.10)', () => {
  it('moves a city among cities, a site among the sites of its city, a value among those of its place', () => {
    expect(keys(5, 0)).toEqual(['city.Омск', 'city.Томск'])
    expect(keys(6, 1)).toEqual(['site.a.ru', 'site.b.ru', 'site.c.ru'])
    expect(keys(6, 2)).toEqual(['value.Розн. цена', 'value.Остаток'])
    expect(keys(3, 2)).toEqual(['width', 'height'])
  })

  it('moves neither columns that identify the tyre nor single ones', () => {
    expect(keys(0, 2)).toBeNull()
    expect(keys(1, 2)).toBeNull()
    expect(keys(9, 1)).toBeNull()
    expect(keys(9, 2)).toBeNull()
    expect(keys(2, 0)).toBeNull()
    expect(keys(4, 1)).toBeNull()
    expect(keys(99, 2)).toBeNull()
  })

  it('moves own sites among themselves if they come first', () => {
    expect(keys(5, 1, { ownFirst: true })).toBeNull()
    const columns = COLUMNS.toSpliced(7, 1)
    expect(keys(5, 1, { ownFirst: true, columns })).toEqual(['site.a.ru', 'site.c.ru'])
  })

  it('moves a column of the market among those of its group', () => {
    const columns = [
      column('tyre', 'Шина'),
      column('market.own', 'Наша цена', 'Томск', 'Мы'),
      column('market.rank', 'Место', 'Томск', 'Мы'),
      column('market.min', 'Мин.', 'Томск', 'Рынок'),
    ]
    const of = (index: number, row: 0 | 1 | 2) =>
      movableHead({ columns, layout: 'market', ownFirst: false }, index, row)?.slots.map(({ key }) => key)
    expect(of(1, 2)).toEqual(['market.own', 'market.rank'])
    expect(of(3, 2)).toBeUndefined()
    expect(of(1, 1)).toBeUndefined()
    expect(of(1, 0)).toBeUndefined()
  })
})

describe('drop position of a head', () => {
  const b = movableHead(heads(), 7, 1)
  const drop = (index: number, isAfter: boolean) => b && dropAt(b, index, () => isAfter)

  it('is before or behind a neighbour, depending on the pointer’s half', () => {
    expect(drop(5, false)).toEqual({ neighbour: 'site.a.ru', after: false, slot: 0 })
    expect(drop(8, true)).toEqual({ neighbour: 'site.c.ru', after: true, slot: 2 })
  })

  it('is null beside the head itself', () => {
    expect(drop(7, true)).toBeNull()
    expect(drop(6, true)).toBeNull()
    expect(drop(8, false)).toBeNull()
  })

  it('is the nearest end beyond the neighbours', () => {
    expect(drop(2, true)).toEqual({ neighbour: 'site.a.ru', after: false, slot: 0 })
    expect(drop(9, false)).toEqual({ neighbour: 'site.c.ru', after: true, slot: 2 })
  })

  it('moves by one position with a key', () => {
    expect(b && dropBeside(b, -1)).toEqual({ neighbour: 'site.a.ru', after: false })
    expect(b && dropBeside(b, 1)).toEqual({ neighbour: 'site.c.ru', after: true })
    const a = movableHead(heads(), 5, 1)
    expect(a && dropBeside(a, -1)).toBeNull()
  })
})
