// Specification 7.10

import { describe, expect, it } from 'vitest'
import { SPEC_NAMES, type SpecName } from '../tyre/tyre-specs.ts'
import { readSpecs } from './report-page.ts'

const NONE = Object.fromEntries(SPEC_NAMES.map((name) => [name, null]))

describe('specification 7.7: specifications of a tyre', () => {
  it('are read from a price record', () => {
    const record = {
      brand_article: 'T429283',
      brand: 'Nokian',
      name: 'Hakkapeliitta 10',
      width: 205,
      height: '55',
      diameter: 'R16',
      season: 'Зима',
      vehicle_type: 'car',
      speed_index: 'T',
      weight_index: 94,
    }
    expect(readSpecs(record)).toEqual({
      article: 'T429283',
      brand: 'Nokian',
      name: 'Hakkapeliitta 10',
      width: 205,
      height: '55',
      diameter: 'R16',
      season: 'Зима',
      vehicleType: 'car',
      speedIndex: 'T',
      loadIndex: 94,
    })
  })

  it.each<[string, SpecName]>([
    ['article', 'article'],
    ['brand_article', 'article'],
    ['brand', 'brand'],
    ['manufacturer', 'brand'],
    ['name', 'name'],
    ['width', 'width'],
    ['height', 'height'],
    ['diameter', 'diameter'],
    ['season', 'season'],
    ['vehicle_type', 'vehicleType'],
    ['type', 'vehicleType'],
    ['speed_index', 'speedIndex'],
    ['weight_index', 'loadIndex'],
    ['load_index', 'loadIndex'],
  ])('%s is read as %s', (key, name) => {
    expect(readSpecs({ [key]: ' x ' })).toEqual({ ...NONE, [name]: 'x' })
    expect(readSpecs({ [key]: 0 })).toEqual({ ...NONE, [name]: 0 })
    for (const empty of ['', ' ', '-', null]) expect(readSpecs({ [key]: empty })).toEqual(NONE)
  })

  it('use the second name if the first is empty', () => {
    expect(readSpecs({ article: '', brand_article: 'A1', vehicle_type: '-', type: 'car' })).toEqual({
      ...NONE,
      article: 'A1',
      vehicleType: 'car',
    })
  })

  it.each([null, undefined, [], 'Nokian', 5])('are empty for %j', (value) => {
    expect(readSpecs(value)).toEqual(NONE)
  })
})
