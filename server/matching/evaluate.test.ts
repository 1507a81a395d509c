import { describe, expect, it } from 'vitest'
import { madeUpCatalog, parsedList, SUPPLIERS, type Supplier } from '../../tests/support/tyre-suppliers.ts'
import { parseListing } from './parse.ts'
import { evaluate, type TrainingListing } from './train.ts'

function listing(line: string, article: string): TrainingListing {
  const empty = { width: '', height: '', diameter: '', season: '', loadIndex: '', speedIndex: '' }
  return { article, description: parseListing({ ...empty, brand: 'Torvald', name: `205/55R16 91T ${line}` }) }
}

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
