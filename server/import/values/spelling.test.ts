// Specification 10.12, 10.13

import { describe, expect, it } from 'vitest'
import { BRANDS } from '../brands.ts'
import { SEASONS, VEHICLE_TYPES } from '../spellings.ts'
import { canonicalSpelling, spellingFinder } from './spelling.ts'

describe('canonicalSpelling', () => {
  const season = canonicalSpelling(SEASONS)
  const brand = canonicalSpelling(BRANDS)
  const vehicleType = canonicalSpelling(VEHICLE_TYPES)

  it.each(['лето', 'Летняя', 'ЛЕТНИЕ', 'summer'])('reads the season %j as summer', (text) => {
    expect(season(text)).toBe('Летняя')
  })

  it.each([
    ['MAXXIS', 'Maxxis'],
    ['Ikon (Nokian Tyres)', 'Ikon Tyres'],
    ['good-year', 'Goodyear'],
    ['НЕИЗВЕСТНЫЙ завод', 'НЕИЗВЕСТНЫЙ завод'],
    ['', ''],
  ])('writes the brand %j as %j', (text, canonical) => {
    expect(brand(text)).toBe(canonical)
  })

  it('recognises the vehicle types', () => {
    expect(vehicleType('легковые')).toBe('Легковая')
    expect(vehicleType('Грязевая')).toBe('Внедорожник')
  })

  it('lets a later table override an earlier one', () => {
    expect(canonicalSpelling(SEASONS, { Летняя: ['M+S'] })('m+s')).toBe('Летняя')
    expect(canonicalSpelling({ A: ['x'] }, { B: ['X'] })('x')).toBe('B')
  })

  it('has no ambiguous spelling in the shared tables', () => {
    for (const table of [SEASONS, VEHICLE_TYPES, BRANDS]) {
      const all = Object.entries(table).flatMap(([canonical, others]) => [canonical, ...others])
      const folded = all.map((text) => text.toLowerCase())
      expect(folded.filter((text, i) => folded.indexOf(text) !== i)).toEqual([])
    }
  })
})

describe('knownIn', () => {
  const brandIn = spellingFinder(BRANDS, { Свой: ['own brand'] })

  it.each([
    ['185/65 R14 Пример 5 Nokian 86H TL', 'Nokian Tyres'],
    ['https://example.ru/catalog/18565-r14-primer-gt-radial-86h', 'GT Radial'],
    ['185/65 R14 НОРДМАН Пример Nokian', 'Nokian Tyres'],
    ['Own_Brand 15', 'Свой'],
    ['Nokianische 15', ''],
    ['', ''],
  ])('finds in %j the brand %j', (text, brand) => {
    expect(brandIn(text)).toBe(brand)
  })

  it('returns an empty text if nothing is known or found', () => {
    expect(spellingFinder({})('Nokian')).toBe('')
  })
})
