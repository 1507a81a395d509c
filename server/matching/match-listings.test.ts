import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { madeUpCatalog, parsedList, SUPPLIERS, type Supplier } from '../../tests/support/tyre-suppliers.ts'
import type { Described } from './description.ts'
import { descriptionKey, type ListingMatch, matchListings, USUAL_SETTINGS } from './match-listings.ts'
import { parseListing } from './parse.ts'

interface Item extends Described {
  name: string
}

const EMPTY = { width: '', height: '', diameter: '', season: '', loadIndex: '', speedIndex: '' }

/** Parses a made-up tyre or listing; a text without a size is a model line with marks. */
function item(text: string, brand = 'Torvald'): Item {
  const name = /^\d{3}/.test(text) ? text : `205/55R16 91T ${text}`
  return { name: text, description: parseListing({ ...EMPTY, brand, name }) }
}

const items = (...texts: string[]): Item[] => texts.map((text) => item(text))
const certainOf = (matches: readonly ListingMatch<Item>[]) =>
  matches.map(({ certain }) => certain?.tyre.name ?? null)
const match = (tyres: readonly Item[], listings: readonly Item[], settings = USUAL_SETTINGS) =>
  certainOf(matchListings(tyres, listings, settings))

describe('matchListings', () => {
  it('sorts the candidates by probability, with their evidence', () => {
    const tyres = items('Terrahunt', 'Frostclaw Grip', 'Frostclaw', 'Frostclaw RFT')
    const [found] = matchListings(tyres, items('Frostclaw'))
    const candidates = found?.candidates ?? []
    expect(candidates.map(({ tyre }) => tyre.name)).toEqual([
      'Frostclaw',
      'Frostclaw Grip',
      'Frostclaw RFT',
      'Terrahunt',
    ])
    for (const { probability, score } of candidates)
      expect(probability).toBeCloseTo(1 / (1 + Math.exp(-score)))
    expect(candidates[0]?.features).toMatchObject({ exact: 1, load: 1 })
  })

  it('keeps five candidates', () => {
    const tyres = items(
      ...['Grip', 'Sport', 'Ice', 'Drive', 'Touring', 'SUV', 'Van'].map((word) => `Frostclaw ${word}`),
    )
    expect(matchListings(tyres, items('Frostclaw'))[0]?.candidates).toHaveLength(5)
  })

  it('compares tyres of the same brand, width and diameter only', () => {
    const tyres = [
      item('Frostclaw', 'Quellmark'),
      item('215/55R16 91T Frostclaw'),
      item('205/55R17 91T Frostclaw'),
    ]
    expect(matchListings(tyres, items('Frostclaw'))).toEqual([{ candidates: [], certain: null }])
    expect(match([item('Frostclaw', 'Nokian Tyres')], [item('Frostclaw', 'Ikon')])).toEqual(['Frostclaw'])
  })

  it('prefers the tyre with the same name among those with the same description', () => {
    const tyres = items('Frostclaw XL', 'XL Frostclaw')
    expect(match(tyres, items('XL Frostclaw'))).toEqual(['XL Frostclaw'])
    expect(match(tyres, items('Frostclaw, XL'))).toEqual(['Frostclaw XL'])
  })

  it('compares no pair that its caller excludes', () => {
    const tyres = items('Frostclaw', 'Frostclaw RFT')
    const [found] = matchListings(tyres, items('Frostclaw'), USUAL_SETTINGS, (tyre) => tyre !== tyres[0])
    expect(found?.candidates.map(({ tyre }) => tyre)).toEqual([tyres[1]])
  })

  it('is certain from the threshold only', () => {
    const [found] = matchListings(items('Frostclaw'), items('Frostclaw'))
    const { probability = 0 } = found?.candidates[0] ?? {}
    const at = (threshold: number) =>
      match(items('Frostclaw'), items('Frostclaw'), { ...USUAL_SETTINGS, threshold })
    expect(at(probability)).toEqual(['Frostclaw'])
    expect(at(probability + 0.001)).toEqual([null])
  })

  it('is certain only if every tyre with another description is behind by the margin', () => {
    const tyres = items('Frostclaw', 'Frostclaw RFT')
    const [found] = matchListings(tyres, items('Frostclaw'))
    const [first = 0, second = 0] = found?.candidates.map(({ score }) => score) ?? []
    const at = (margin: number) => match(tyres, items('Frostclaw'), { ...USUAL_SETTINGS, margin })
    expect(at(first - second)).toEqual(['Frostclaw'])
    expect(at(first - second + 0.001)).toEqual([null])
  })

  it('is not certain between tyres that the listing does not tell apart', () => {
    expect(match(items('Frostclaw TT', 'Frostclaw TL'), items('Frostclaw'))).toEqual([null])
  })

  it('sees a rival behind many tyres with identical descriptions', () => {
    const twins = items(...Array<string>(30).fill('Frostclaw TL'))
    expect(match(twins, items('Frostclaw'))).toEqual(['Frostclaw TL'])
    expect(match([...twins, item('Frostclaw TT')], items('Frostclaw'))).toEqual([null])
  })

  it('gives a tyre to the listing that fits it best', () => {
    expect(match(items('Frostclaw FK-531'), items('Frostclaw', 'Frostclaw FK-531'))).toEqual([
      null,
      'Frostclaw FK-531',
    ])
    expect(match(items('Frostclaw FK-531'), items('Frostclaw FK-531', 'Frostclaw'))).toEqual([
      'Frostclaw FK-531',
      null,
    ])
  })

  it('gives a tyre to the first of two equal listings', () => {
    expect(match(items('Frostclaw'), items('Frostclaw', 'Frostclaw'))).toEqual(['Frostclaw', null])
  })

  it('gives each listing its own of several tyres with identical descriptions', () => {
    for (const count of [2, 3, 8]) {
      const tyres = items(...Array<string>(count).fill('Frostclaw'))
      const matches = matchListings(tyres, items(...Array<string>(count + 1).fill('Frostclaw')))
      expect(matches.map(({ certain }) => (certain ? tyres.indexOf(certain.tyre as Item) : null))).toEqual([
        ...tyres.keys(),
        null,
      ])
    }
  })

  it('supports model lines that fit each other in most of at least three sizes', () => {
    const sizes = [
      '205/55R16 91T',
      '215/55R17 94T',
      '225/45R18 95T',
      '235/45R19 99T',
      '245/40R20 99T',
      '255/40R21 102T',
    ]
    const of = (line: string, count: number) =>
      items(...sizes.slice(0, count).map((size) => `${size} ${line}`))
    const certainCount = (count: number) =>
      match(of('Frostclaw SUV', count), of('Frostclaw', count)).filter((name) => name).length
    expect([1, 2].map((count) => certainCount(count))).toEqual([0, 0])
    expect([3, 6].map((count) => certainCount(count))).toEqual([3, 6])
  })

  it('matches model lines that are known as the same', () => {
    const areAliases = (a: Item['description'], b: Item['description']) =>
      [a, b].every(({ model }) => ['POLAR', 'FROSTCLAW'].includes(model[0] as string))
    expect(match(items('Frostclaw FK-531'), items('Polar Claw W-07'))).toEqual([null])
    expect(
      match(items('Frostclaw FK-531'), items('Polar Claw W-07'), { ...USUAL_SETTINGS, areAliases }),
    ).toEqual(['Frostclaw FK-531'])
  })

  it('is never certain of one tyre twice, nor below the threshold, whatever the lists', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.constantFrom(...SUPPLIERS),
        fc.constantFrom(...SUPPLIERS),
        (seed, one: Supplier, other: Supplier) => {
          const pool = madeUpCatalog(150, seed)
          const [tyres, listings] = [parsedList(one, pool, 0.7, seed), parsedList(other, pool, 0.7, seed + 1)]
          const matches = matchListings(tyres, listings)
          const certain = matches.flatMap((found) => found.certain ?? [])
          expect(matches).toHaveLength(listings.length)
          expect(new Set(certain.map(({ tyre }) => tyre)).size).toBe(certain.length)
          for (const { probability } of certain) {
            expect(probability).toBeGreaterThanOrEqual(USUAL_SETTINGS.threshold)
          }
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('finds most tyres of another supplier, and hardly any wrong one', () => {
    const pool = madeUpCatalog(1_000, 3)
    const [one, other] = SUPPLIERS as readonly [Supplier, Supplier]
    const tyres = parsedList(one, pool, 1, 1)
    const listings = parsedList(other, pool, 1, 2)
    const matches = matchListings(tyres, listings)
    const [right, wrong] = [true, false].map(
      (isRight) =>
        matches.filter(
          ({ certain }, i) => certain && (certain.tyre.article === listings[i]?.article) === isRight,
        ).length,
    )
    expect(right).toBeGreaterThan(970)
    expect(wrong).toBeLessThan(5)
  })
})

describe('matchListings with hostile lists', () => {
  /** Returns a word of letters for a number. */
  const wordOf = (number: number) => [...String(number)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')
  const { description } = item('Frostclaw')
  const withWords = (...model: string[]): Item => ({
    name: model.join(' '),
    description: { ...description, model },
  })

  it('compares each of 50,000 listings of one brand and size with some tyres only', () => {
    const tyres = Array.from({ length: 1_000 }, (_, i) => withWords('FROSTCLAW', wordOf(i)))
    const listings = Array.from({ length: 50_000 }, (_, i) => withWords('FROSTCLAW', wordOf(i)))
    let comparisons = 0
    const matches = matchListings(tyres, listings, USUAL_SETTINGS, (tyre, listing) => {
      comparisons++
      // Scoring each pair would only take the test's time.
      return tyre.name === listing.name
    })
    expect(matches).toHaveLength(50_000)
    expect(comparisons).toBeLessThanOrEqual(250_000)
    expect(certainOf(matches.slice(0, 1_000))).toEqual(tyres.map(({ name }) => name))
    expect(matches.slice(1_000).filter(({ certain }) => certain)).toEqual([])
  })

  it('compares each pair of a usual list', () => {
    const tyres = Array.from({ length: 200 }, (_, i) => withWords('FROSTCLAW', wordOf(i)))
    let comparisons = 0
    matchListings(tyres, tyres, USUAL_SETTINGS, () => {
      comparisons++
      return true
    })
    expect(comparisons).toBe(200 * 200)
  })

  it.each([
    ['100 kB', 'Frostclaw '.repeat(10_000)],
    ['100 kB of one word', 'x'.repeat(100_000)],
    ['100 kB of brackets', '('.repeat(50_000) + ')'.repeat(50_000)],
    ['100 kB of digits and slashes', '1/'.repeat(50_000)],
    ['control characters', 'Frost\u0000claw\u0007\u001b[31m\u202e\ufeff'],
    ['half a character', 'Frostclaw \ud83d'],
    ['nothing', ''],
  ])('matches a name of %s like any other', (_, name) => {
    const [found] = matchListings(items('Frostclaw', name), items(name))
    expect(found?.candidates.length).toBeGreaterThan(0)
    expect(match(items('Terrahunt'), [...items(name), item('Terrahunt')]).at(-1)).toBe('Terrahunt')
  })

  it('finds nothing in empty lists', () => {
    expect(matchListings([], [])).toEqual([])
    expect(matchListings(items('Frostclaw'), [])).toEqual([])
    expect(matchListings([], items('Frostclaw'))).toEqual([{ candidates: [], certain: null }])
  })
})

describe('descriptionKey', () => {
  it('is equal for descriptions that say the same in another order', () => {
    const key = (text: string) => descriptionKey(item(text).description)
    expect(key('Frostclaw Ice AO MO')).toBe(key('Ice Frostclaw MO AO'))
    for (const other of [
      'Frostclaw',
      'Frostclaw Ice AO',
      'Frostclaw Ice AO MO XL',
      'Frostclaw Ice AO MO RFT',
    ])
      expect(key(other)).not.toBe(key('Frostclaw Ice AO MO'))
  })
})
