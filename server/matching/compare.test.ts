import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { chooseBy, chooseTyre, describeTyre } from '../../tests/support/tyre-names.ts'
import { contradictionOf, featuresOf } from './compare.ts'
import type { TyreDescription } from './description.ts'
import { matchListings } from './match-listings.ts'
import { parseListing } from './parse.ts'
import { FEATURE_NAMES, type FeatureName } from './weights.ts'

/** Parses a made-up listing; a text without a size is a model line with marks. */
function parse(text: string): TyreDescription {
  const name = /^(?:LT)?\d{3}/.test(text) ? text : `205/55R16 91T ${text}`
  const empty = { width: '', height: '', diameter: '', season: '', loadIndex: '', speedIndex: '' }
  return parseListing({ ...empty, brand: 'Torvald', name })
}

const featuresOfTexts = (a: string, b: string) => featuresOf(parse(a), parse(b), () => 1)

/** Other lines of the brand in another profile: words are weighed by rarity among them. */
const OTHERS = ['Terrahunt AT', 'Sunlane', 'Sunlane 2', 'Polarwind Ice', 'Snowbeam Ice', 'Cargoline Van'].map(
  (line) => ({ description: parse(`205/65R16 95T ${line}`) }),
)

/** Returns whether a listing is certain of the tyres' first one. */
function isCertain(listing: string, ...tyres: string[]): boolean {
  const catalog = [...tyres.map((tyre) => ({ description: parse(tyre) })), ...OTHERS]
  const [match] = matchListings(catalog, [{ description: parse(listing) }])
  return match?.certain?.tyre === catalog[0]
}

const numbers = fc.array(fc.nat(10_000), { minLength: 40, maxLength: 40 })

describe('contradictionOf', () => {
  it.each([
    ['205/55R16 91T Frostclaw', '215/55R16 91T Frostclaw', 'size'],
    ['205/55R16 91T Frostclaw', '205/55R17 91T Frostclaw', 'size'],
    ['205/55R16 91T Frostclaw', '205/60R16 91T Frostclaw', 'size'],
    ['185/75R14C 102/100R Frostclaw', '185R14C 102/100R Frostclaw', 'size'],
    ['205/55R16 91T Frostclaw', '205/55R16 94T Frostclaw', 'load'],
    ['315/80R22.5 154/150M Frostclaw', '315/80R22.5 156/150M Frostclaw', 'load'],
    ['205/55R16 91T Frostclaw', '205/55R16 91H Frostclaw', 'speed'],
    ['185R14C 102/100R Frostclaw 8PR', '185R14C 102/100R Frostclaw 10PR', 'ply'],
    ['Frostclaw зимняя', 'Frostclaw летняя', 'season'],
    ['Frostclaw летняя', 'Frostclaw зимняя', 'season'],
    ['Frostclaw шип.', 'Frostclaw летняя', 'season'],
    ['Frostclaw шип.', 'Frostclaw нешип.', 'studs'],
  ])('names what contradicts in %s and %s', (a, b, contradiction) => {
    expect(contradictionOf(parse(a), parse(b))).toBe(contradiction)
    expect(contradictionOf(parse(b), parse(a))).toBe(contradiction)
    expect(isCertain(a, b)).toBe(false)
  })

  it.each([
    ['no load', '205/55R16 Frostclaw', '205/55R16 91T Frostclaw'],
    ['the second load', '185R14C 102R Frostclaw', '185R14C 102/100R Frostclaw'],
    ['no speed', '205/55R16 Frostclaw', '205/55R16 91T Frostclaw'],
    ['no studs', 'Frostclaw зимняя', 'Frostclaw зимняя шип.'],
    ['no season', 'Frostclaw', 'Frostclaw зимняя'],
    ['all seasons', 'Frostclaw в/с', 'Frostclaw зимняя'],
    ['no ply rating', '185R14C 102/100R Frostclaw', '185R14C 102/100R Frostclaw 8PR'],
    ['the full profile', '185/80R14C 102/100R Frostclaw', '185R14C 102/100R Frostclaw'],
    ['the full profile in another way', '185/80R14C 102/100R Frostclaw', '185/82R14C 102/100R Frostclaw'],
  ])('finds nothing in a listing that has %s', (_, a, b) => {
    expect(contradictionOf(parse(a), parse(b))).toBeNull()
    expect(contradictionOf(parse(b), parse(a))).toBeNull()
    expect(isCertain(a, b)).toBe(true)
  })

  it('is symmetric, and never finds anything between a tyre and itself', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, two) => {
        const [a, b] = [describeTyre(chooseTyre(chooseBy(one))), describeTyre(chooseTyre(chooseBy(two)))]
        expect(contradictionOf(a, b)).toBe(contradictionOf(b, a))
        expect(contradictionOf(a, a)).toBeNull()
      }),
      { numRuns: runs(2_000) },
    )
  })
})

describe('featuresOf', () => {
  it.each([
    ['Frostclaw FK-531', 'Frostclaw FK-532'],
    ['Snow Cross 2', 'Snow Cross 3'],
    ['Snow Cross', 'Snow Cross 2'],
    ['Frostclaw R SUV', 'Frostclaw R3 SUV'],
    ['Frostclaw ZSR', 'Frostclaw ZSR2'],
    ['Frostclaw GT900', 'Frostclaw GT9001'],
    ['K127', 'K1271'],
    ['Frostclaw 2 FK-531', 'Frostclaw 2 W-07'],
  ])('excludes the different codes or generations of %s and %s', (a, b) => {
    expect(featuresOfTexts(a, b)).toBeNull()
    expect(featuresOfTexts(b, a)).toBeNull()
  })

  it.each<[a: string, b: string, feature: FeatureName, value: number]>([
    ['Frostclaw', 'Frostclaw', 'exact', 1],
    ['Frost Claw', 'Frostclaw', 'exact', 1],
    ['FROSTCLAW IG 55', 'Frostclaw IG55', 'exact', 1],
    ['Frostclaw Ice', 'Ice Frostclaw', 'exact', 1],
    ['Frostclav', 'Frostclaw', 'common', 1],
    ['Frostclaw', 'Terrahunt', 'common', 0],
    ['Frostclaw', 'Frostclaw Grip', 'common', 0.5],
    ['Frostclaw', 'Frostclaw Grip', 'onlyOne', 0.5],
    ['Frostclaw', 'Frostclaw Grip', 'onlyBoth', 0],
    ['Frostclaw Drive', 'Frostclaw Grip', 'onlyBoth', 0.5],
    ['Snow Cross 2', 'Frost 2', 'nameless', 1],
    ['Snow Cross 2', 'Snow Grip 2', 'nameless', 0],
    ['Frostclaw', 'Terrahunt', 'nameless', 1],
    ['205/55R16 Frostclaw', '205/55R16 91 Frostclaw', 'codeMissing', 0],
    ['Frostclaw', 'Frostclaw FK-531', 'codeMissing', 1],
    ['FK-531', 'Frostclaw FK-531', 'code', 1],
    ['Frostclaw K127', 'Frostclaw K127A', 'code', 1],
    ['Frostclaw PA02', 'Frostclaw PA02J', 'code', 1],
    ['Frostclaw LCV131', 'Frostclaw HK131', 'code', 1],
    ['Frostclaw', 'Frostclaw', 'code', 0],
    ['PS4 S', 'PS4 SUV', 'variantMissing', 1],
    ['Frostclaw', 'Frostclaw SUV', 'variantMissing', 1],
    ['Frostclaw (Polar Claw)', 'Polar Claw', 'aside', 1],
    ['Frostclaw (Polar Claw)', 'Frostclaw', 'aside', 0],
    ['Frostclaw RFT', 'Frostclaw', 'runFlatMissing', 1],
    ['Frostclaw RFT', 'Frostclaw SSR', 'runFlatMissing', 0],
    ['Frostclaw XL', 'Frostclaw XL', 'extraLoad', 1],
    ['Frostclaw XL', 'Frostclaw', 'extraLoadMissing', 1],
    ['Frostclaw AO', 'Frostclaw Audi', 'originEqual', 1],
    ['Frostclaw N0', 'Frostclaw Porsche', 'originEqual', 1],
    ['Frostclaw J/LR', 'Frostclaw Land Rover', 'originEqual', 1],
    ['Frostclaw MO *', 'Frostclaw MO', 'originEqual', 0.7],
    ['Frostclaw AO', 'Frostclaw', 'originMissing', 1],
    ['Frostclaw AO', 'Frostclaw', 'originDiffers', 0],
    ['Frostclaw AO', 'Frostclaw MO', 'originDiffers', 1],
    ['Frostclaw N0', 'Frostclaw N1', 'originDiffers', 1],
    ['Frostclaw AO', 'Frostclaw MO', 'originMissing', 0],
    ['Frostclaw NCS', 'Frostclaw', 'equipmentDiffers', 1],
    ['Frostclaw зимняя', 'Frostclaw', 'seasonUnsure', 1],
    ['Frostclaw зимняя шип', 'Frostclaw зимняя', 'studsUnsure', 1],
    ['205/55R16 91T Frostclaw', '205/55R16 Frostclaw', 'load', 0],
    ['205/55R16 91T Frostclaw', '205/55R16 Frostclaw', 'loadDiffers', 1],
    ['205/55R16 91T Frostclaw', '205/55R16 91 Frostclaw', 'speedDiffers', 1],
    ['LT205/55R16 91T Frostclaw', '205/55R16 91T Frostclaw', 'prefixDiffers', 1],
    ['205/55R16C 91T Frostclaw', '205/55R16 91T Frostclaw', 'commercialDiffers', 1],
  ])('compares %s with %s: %s is %d', (a, b, feature, value) => {
    expect(featuresOfTexts(a, b)?.[feature]).toBeCloseTo(value)
    expect(featuresOfTexts(b, a)?.[feature]).toBeCloseTo(value)
  })

  it('finds everything equal and nothing missing between a tyre and itself', () => {
    const same: FeatureName[] = ['common', 'pairs', 'exact', 'code', 'load', 'extraLoad', 'originEqual']
    fc.assert(
      fc.property(numbers, (choices) => {
        const description = describeTyre(chooseTyre(chooseBy(choices)))
        const features = featuresOf(description, description, () => 1)
        expect(features).toMatchObject({ common: 1, pairs: 1, exact: 1 })
        for (const name of FEATURE_NAMES) if (!same.includes(name)) expect(features?.[name], name).toBe(0)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('compares the names of aliases as equal', () => {
    const [a, b] = [parse('Frostclaw FK-531'), parse('Polar Claw W-07')]
    expect(featuresOf(a, b, () => 1)).toBeNull()
    expect(
      featuresOf(
        a,
        b,
        () => 1,
        () => true,
      ),
    ).toMatchObject({ alias: 1, exact: 1, common: 1, onlyOne: 0 })
  })
})

describe('a pair', () => {
  it.each([
    ['Snow Cross', 'Snow Cross 2'],
    ['Snow Cross 2', 'Snow Cross'],
    ['Snow Cross 2', 'Snow Cross 3'],
    ['PS4 S', 'PS4 SUV'],
    ['PS4 SUV', 'PS4 S'],
    ['Frostclaw', 'Frostclaw SUV'],
    ['Frostclaw Sport', 'Frostclaw Ice'],
    ['Frostclaw FK-531', 'Frostclaw FK-532'],
    ['Frostclaw RFT', 'Frostclaw'],
    ['Frostclaw', 'Frostclaw RFT'],
    ['Frostclaw AO', 'Frostclaw MO'],
    ['Frostclaw AO', 'Frostclaw'],
    ['Frostclaw N0', 'Frostclaw N1'],
    ['Frostclaw', 'Terrahunt'],
  ])('is not certain for %s and %s', (a, b) => {
    expect(isCertain(a, b)).toBe(false)
  })

  it.each([
    ['Frostclaw XL', 'Frostclaw'],
    ['Frost Claw', 'Frostclaw'],
    ['Frostclav', 'Frostclaw'],
    ['Frostclaw FK-531', 'Frostclaw'],
    ['Frostclaw LCV131', 'Frostclaw HK131'],
    ['Frostclaw N0', 'Frostclaw Porsche'],
    ['Frostclaw RFT', 'Frostclaw ROF'],
    ['Snow Cross II', 'Snow Cross 2'],
  ])('is certain for %s and %s', (a, b) => {
    expect(isCertain(a, b)).toBe(true)
  })

  it.each([
    ['run-flat', 'Frostclaw RFT', 'Frostclaw'],
    ['the mark of a maker', 'Frostclaw AO', 'Frostclaw'],
    ['another mark', 'Frostclaw AO', 'Frostclaw MO'],
    ['equipment', 'Frostclaw NCS', 'Frostclaw'],
    ['a version', 'Snow Cross 2', 'Snow Cross'],
    ['a variant', 'PS4 SUV', 'PS4 S'],
  ])('is certain beside a rival that differs in %s', (_, right, rival) => {
    expect(isCertain(right, right, rival)).toBe(true)
    expect(isCertain(right, rival, right)).toBe(false)
    expect(isCertain(rival, right, rival)).toBe(false)
  })
})
