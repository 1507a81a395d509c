import { describe, expect, it } from 'vitest'
import { madeUpCatalog, parsedList, SUPPLIERS, type Supplier } from '../../tests/support/tyre-suppliers.ts'
import { parseListing } from './parse.ts'
import { isSame, type TrainingListing, trainWeights } from './train.ts'
import { FEATURE_NAMES, WEIGHTS } from './weights.ts'

const [ONE, OTHER] = [SUPPLIERS[0], SUPPLIERS[2]] as [Supplier, Supplier]

/** Returns lists of two suppliers who write the same tyres differently. */
function lists(count: number, seed: number): [TrainingListing[], TrainingListing[]] {
  const pool = madeUpCatalog(count, seed)
  return [parsedList(ONE, pool, 0.8, 1), parsedList(OTHER, pool, 0.8, 2)]
}

function listing(line: string, article = 'A1'): TrainingListing {
  const empty = { width: '', height: '', diameter: '', season: '', loadIndex: '', speedIndex: '' }
  return { article, description: parseListing({ ...empty, brand: 'Torvald', name: `205/55R16 91T ${line}` }) }
}

describe('trainWeights', () => {
  const weights = trainWeights(lists(2_000, 5))

  it('learns a finite weight for each feature', () => {
    expect(Object.keys(weights)).toEqual([...FEATURE_NAMES, 'bias'])
    for (const [name, weight] of Object.entries(weights)) expect(weight, name).toSatisfy(Number.isFinite)
  })

  it('learns what speaks for a pair and what against it', () => {
    expect(weights.common).toBeGreaterThan(0.5)
    expect(weights.onlyBoth).toBeLessThan(-0.5)
    expect(weights.runFlatMissing).toBeLessThan(-0.5)
    expect(weights.originMissing).toBeLessThan(-0.5)
  })

  it('keeps the sign of every feature, even if the lists say the opposite', () => {
    // Articles of this list join the tyres that fit least.
    const lines = ['Frostclaw', 'Frostclaw RFT', 'Frostclaw AO', 'Frostclaw SUV', 'Frostclaw NCS XL']
    const tyres = lines.map((line, i) => listing(line, `A${i}`))
    const listings = lines.map((line, i) => listing(line, `A${(i + 2) % lines.length}`))
    const learned = trainWeights([tyres, listings])
    for (const name of ['common', 'pairs', 'exact', 'code', 'extraLoad', 'originEqual'] as const)
      expect(learned[name], name).toBeGreaterThanOrEqual(0)
    for (const name of [
      'onlyOne',
      'onlyBoth',
      'nameless',
      'variantMissing',
      'loadDiffers',
      'speedDiffers',
      'extraLoadMissing',
      'runFlatMissing',
      'originMissing',
      'originDiffers',
      'equipmentDiffers',
      'seasonUnsure',
      'studsUnsure',
      'prefixDiffers',
      'commercialDiffers',
    ] as const)
      expect(learned[name], name).toBeLessThanOrEqual(0)
    expect(learned.aside).toBeLessThanOrEqual(-2)
  })

  it('takes only the pairs that its caller chooses', () => {
    const [tyres, listings] = lists(200, 6)
    const families = [...new Set(tyres.map(({ description }) => description.family))]
    const isChosen = ({ family }: { family: string }) => family === families[0]
    const chosen = listings.filter(({ description }) => isChosen(description))
    const without = (list: TrainingListing[]) =>
      list.map((one) => (isChosen(one.description) ? one : { ...one, article: '' }))
    expect(chosen.length).toBeGreaterThan(0)
    expect(trainWeights([tyres, listings], isChosen)).toEqual(trainWeights([tyres, without(listings)]))
    expect(trainWeights([tyres, listings], isChosen)).not.toEqual(trainWeights([tyres, listings]))
  })

  it('returns the shipped weights for lists without a common article', () => {
    expect(trainWeights([])).toEqual(WEIGHTS)
    expect(trainWeights([[listing('Frostclaw', 'A1')], [listing('Frostclaw', 'A2')]])).toEqual(WEIGHTS)
    expect(trainWeights([[listing('Frostclaw', '')], [listing('Frostclaw', '')]])).toEqual(WEIGHTS)
  })
})

describe('isSame', () => {
  it('counts two articles with identical descriptions as the same', () => {
    expect(isSame(listing('Frostclaw', 'A1'), listing('Frostclaw', 'A2'))).toBe(true)
    expect(isSame(listing('Frostclaw', 'A1'), listing('Frostclaw RFT', 'A1'))).toBe(false)
  })
})
