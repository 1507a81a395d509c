import { describe, expect, it } from 'vitest'
import { FILTER_NAMES, FILTERS, type FilterValues, nonEmpty } from './filters.ts'

describe('specification 4.4: fields of the filter form', () => {
  it('have a fixed order', () => {
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

  it('have the wire names of specification 4.10', () => {
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
  it('omits what is missing, empty or white space', () => {
    expect(nonEmpty({ brand: 'Nokian', city: '', season: '  ', width: '205' })).toEqual({
      brand: 'Nokian',
      width: '205',
    })
    expect(nonEmpty({})).toEqual({})
  })

  it('sends 0 and a hyphen, which are values', () => {
    expect(nonEmpty({ height: '0', load: '-' })).toEqual({ height: '0', load: '-' })
  })

  it('trims spaces around values', () => {
    expect(nonEmpty({ vehicle: ' car ' })).toEqual({ vehicle: 'car' })
  })

  it('omits unknown names', () => {
    expect(nonEmpty({ brand: 'Nokian', page: '5' } as FilterValues)).toEqual({ brand: 'Nokian' })
  })
})
