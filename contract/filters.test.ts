import { describe, expect, it } from 'vitest'
import { FILTER_NAMES, FILTERS, type FilterValues, nonEmpty } from './filters.ts'

describe('specification 4.4: fields of the filter form', () => {
  it('stand in their order', () => {
    expect(FILTER_NAMES.map((name) => FILTERS[name].label)).toEqual([
      'Вебсайт',
      'Бренд',
      'Тип',
      'Сезон',
      'Диаметр',
      'Город',
      'Ширина',
      'Высота',
      'Индекс скорости',
      'Индекс нагрузки',
    ])
  })

  it('are called on the wire as specification 4.10 names them', () => {
    const names = [
      'brand',
      'width',
      'height',
      'diameter',
      'speed',
      'load',
      'season',
      'city',
      'vehicle',
      'site',
    ]
    expect([...FILTER_NAMES].sort()).toEqual(names.sort())
  })
})

describe('specification 4.10: only non-empty filters are sent', () => {
  it('leaves out what is missing, empty or white space', () => {
    expect(nonEmpty({ brand: 'Nokian', city: '', season: '  ', width: '205' })).toEqual({
      brand: 'Nokian',
      width: '205',
    })
    expect(nonEmpty({})).toEqual({})
  })

  it('sends 0 and what looks like nothing but is a word', () => {
    expect(nonEmpty({ height: '0', load: '-' })).toEqual({ height: '0', load: '-' })
  })

  it('sends what a person means: without the spaces around it', () => {
    expect(nonEmpty({ vehicle: ' car ' })).toEqual({ vehicle: 'car' })
  })

  it('sends nothing that is no filter', () => {
    expect(nonEmpty({ brand: 'Nokian', page: '5' } as FilterValues)).toEqual({ brand: 'Nokian' })
  })
})
