import { describe, expect, it } from 'vitest'
import { wordWeights } from './model-similarity.ts'
import { parseListing } from './parse.ts'

const EMPTY = { width: '', height: '', diameter: '', season: '', loadIndex: '', speedIndex: '' }
const line = (model: string, brand = 'Torvald') => parseListing({ ...EMPTY, brand, name: model })

describe('wordWeights', () => {
  it('weighs a word of one line more than a word of many', () => {
    const lines = ['Frostclaw Ice', 'Snowbeam Ice', 'Polarwind Ice', 'Sunlane Sport', 'Citygleam Sport']
    const weightOf = wordWeights(lines.map((model) => line(model)))('TORVALD')
    expect(weightOf('FROSTCLAW')).toBeCloseTo(1)
    expect(weightOf('SPORT')).toBeLessThan(1)
    expect(weightOf('ICE')).toBeLessThan(weightOf('SPORT'))
    expect(weightOf('ICE')).toBeGreaterThanOrEqual(0.2)
  })

  it('counts a line once, in however many sizes it is listed', () => {
    const lines = ['Frostclaw Ice', 'Snowbeam Ice', 'Sunlane'].map((model) => line(model))
    const often = Array.from({ length: 50 }, () => line('Frostclaw Ice'))
    for (const word of ['FROSTCLAW', 'ICE', 'SUNLANE'])
      expect(wordWeights([...lines, ...often])('TORVALD')(word)).toBe(wordWeights(lines)('TORVALD')(word))
  })

  it('weighs a word of every line least, and never nothing', () => {
    const weightOf = wordWeights(Array.from({ length: 200 }, (_, i) => line(`Frostclaw K${100 + i}`)))(
      'TORVALD',
    )
    expect(weightOf('FROSTCLAW')).toBe(0.2)
    expect(weightOf('K100')).toBeCloseTo(1)
  })

  it('weighs the words of each brand by its own lines, and those of a brand with one line alike', () => {
    const weightsOf = wordWeights([
      line('Frostclaw Ice'),
      line('Snowbeam Ice'),
      line('Terrahunt Ice', 'Quellmark'),
    ])
    expect(weightsOf('TORVALD')('ICE')).toBeLessThan(1)
    expect(weightsOf('QUELLMARK')('ICE')).toBe(1)
    expect(weightsOf('UNKNOWN')('ICE')).toBe(1)
  })
})
