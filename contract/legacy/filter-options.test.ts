import { describe, expect, it } from 'vitest'
import type { FilterName } from '../reports/filters.ts'
import { readFilterOptions } from './filter-options.ts'
import { ReadError } from './lenient-json.ts'

const read = (answer: unknown) => readFilterOptions(JSON.stringify(answer))

describe('specification 7.3: filter options', () => {
  const answer = {
    city: ['Москва', 'Казань'],
    website: ['https://4tochki.ru'],
    season: '["Зима", "Лето"]',
    vehicle_type: 'car',
    brand: ['Nokian'],
    width: [205],
    height: ['55'],
    diameter: ['R16', 'R9'],
    speed_index: ['T'],
    weight_index: ['91'],
    price: ['1000'],
    price_opt: ['900'],
  }

  it('are read list by list, each in its own shape', () => {
    expect(read(answer).lists).toEqual({
      site: ['https://4tochki.ru'],
      brand: ['Nokian'],
      vehicle: ['car'],
      season: ['Зима', 'Лето'],
      diameter: ['R16', 'R9'],
      city: ['Москва', 'Казань'],
      width: ['205'],
      height: ['55'],
      speed: ['T'],
      load: ['91'],
    })
  })

  it.each<[FilterName, string, string]>([
    ['vehicle', 'vehicle_type', 'type'],
    ['load', 'weight_index', 'load_index'],
  ])('%s comes from %s or else from %s', (name, first, second) => {
    expect(read({ [first]: ['a'], [second]: ['b'] }).lists[name]).toEqual(['a'])
    expect(read({ [second]: ['b'] }).lists[name]).toEqual(['b'])
    expect(read({ [first]: null, [second]: ['b'] }).lists[name]).toEqual(['b'])
    expect(read({ [first]: '', [second]: ['b'] }).lists[name]).toEqual(['b'])
  })

  it('are empty lists if the answer has none', () => {
    expect(Object.values(read({}).lists)).toEqual(Array.from({ length: 10 }, () => []))
  })

  it('are read from JSON that needs repair', () => {
    expect(readFilterOptions('{“city”: [“Москва”,],}').lists.city).toEqual(['Москва'])
  })

  it.each(['', 'Bad gateway', '[]', '"car"', 'null', '5'])('are rejected for %j', (body) => {
    expect(() => readFilterOptions(body)).toThrow(ReadError)
    expect(() => readFilterOptions(body)).toThrow('Invalid JSON from server')
  })

  it('may include the days that have prices', () => {
    expect(read({ dates: ['2026-03-02', 'вчера', '2026-02-30', '2026-03-01'] }).dates).toEqual([
      '2026-03-02',
      '2026-03-01',
    ])
    expect(read({}).dates).toEqual([])
  })
})
