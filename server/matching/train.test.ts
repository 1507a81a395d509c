import { describe, expect, it } from 'vitest'
import { madeUpCatalog, parsedList, SUPPLIERS, type Supplier } from '../../tests/support/tyre-suppliers.ts'
import { parseListing } from './parse.ts'
import { evaluate, isSame, type TrainingListing, trainWeights } from './train.ts'
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

const TYRES = [
  listing('Frostclaw', 'A1'),
  listing('Terrahunt', 'A2'),
  listing('Sunlane', 'A3'),
  listing('Polarwind', ''),
]
const NONE = { pairs: 0, right: 0, wrong: 0, amongThree: 0, strangers: 0 }

describe('evaluate', () => {
  it('counts a match with the listing’s article as right', () => {
    expect(evaluate(TYRES, [listing('Frostclaw', 'A1'), listing('Terrahunt', 'A2')])).toEqual({
      ...NONE,
      pairs: 2,
      right: 2,
      amongThree: 2,
    })
  })

  it('counts a match with another article and description as wrong', () => {
    expect(evaluate(TYRES, [listing('Frostclaw', 'A2')])).toMatchObject({ pairs: 1, right: 0, wrong: 1 })
  })

  it('counts the right tyre among the first three, even if it is not certain', () => {
    expect(evaluate(TYRES, [listing('Mountrail', 'A1')])).toEqual({ ...NONE, pairs: 1, amongThree: 1 })
    const before = ['Frostclaw Ice', 'Frostclaw Grip', 'Frostclaw Drive'].map((line, i) =>
      listing(line, `B${i}`),
    )
    expect(evaluate([...before, listing('Terrahunt', 'A1')], [listing('Frostclaw', 'A1')])).toEqual({
      ...NONE,
      pairs: 1,
    })
  })

  it('counts a twin of the right tyre as right', () => {
    const tyres = [listing('Frostclaw', 'A1'), listing('Frostclaw', 'A2')]
    expect(evaluate(tyres, [listing('Frostclaw', 'A2')])).toMatchObject({ pairs: 1, right: 1, wrong: 0 })
  })

  it('counts no listing without an article or with one that the first list does not have', () => {
    expect(evaluate(TYRES, [listing('Frostclaw', ''), listing('Terrahunt', 'C1')])).toEqual(NONE)
    expect(evaluate(TYRES, [])).toEqual(NONE)
  })

  it('counts a match with another tyre while its own is missing', () => {
    const twoLines = [listing('Frostclaw', 'A1'), listing('Frostclaw XL', 'C1')]
    expect(evaluate(twoLines, [listing('Frostclaw', 'A1')])).toMatchObject({ right: 1, strangers: 1 })
    expect(evaluate(TYRES, [listing('Frostclaw', 'A1')])).toMatchObject({ right: 1, strangers: 0 })
  })

  it('judges no brand with weights that were trained on it', () => {
    const listings = [listing('Frostclaw', 'A1'), listing('Terrahunt', 'A2')]
    // Articles that join different lines teach that words in common count for nothing.
    const misleading = [
      TYRES,
      [listing('Frostclaw', 'A2'), listing('Terrahunt', 'A3'), listing('Sunlane', 'A1')],
    ]
    expect(evaluate(TYRES, listings, misleading)).toEqual(evaluate(TYRES, listings))
    const other = misleading.map((list) =>
      list.map((one) => ({ ...one, description: { ...one.description, family: 'QUELLMARK' } })),
    )
    expect(evaluate(TYRES, listings, other)).not.toEqual(evaluate(TYRES, listings))
  })

  it('counts each brand once with weights that are trained without it', () => {
    const pool = madeUpCatalog(300, 7)
    const [one, other] = SUPPLIERS as readonly [Supplier, Supplier]
    const [tyres, listings] = [parsedList(one, pool, 0.8, 1), parsedList(other, pool, 0.8, 2)]
    const articles = new Set(tyres.map(({ article }) => article))
    const shipped = evaluate(tyres, listings)
    const trained = evaluate(tyres, listings, [tyres, listings])
    expect(shipped.pairs).toBe(listings.filter(({ article }) => articles.has(article)).length)
    expect(trained.pairs).toBe(shipped.pairs)
    for (const { pairs, right, wrong } of [shipped, trained]) {
      expect(right / pairs).toBeGreaterThan(0.9)
      expect(wrong).toBeLessThan(5)
    }
  })
})
