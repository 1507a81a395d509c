import type { TyreDescription } from './description.ts'
import { compareModels, isVersion, type WordWeight, weigh } from './model-similarity.ts'
import type { FeatureName } from './weights.ts'

/** Attribute in which two descriptions contradict each other, which excludes the pair. */
export type Contradiction = 'condition' | 'size' | 'load' | 'speed' | 'season' | 'studs' | 'ply' | 'code'

/** Evidence for and against a pair, by name; values are between -1 and 1. */
export type Features = Readonly<Record<FeatureName, number>>

/** Words that distinguish variants of one model line. */
const VARIANTS = new Set(
  'SUV VAN EVO PLUS SPORT ICE SNOW WINTER AT MT HT RT S R P C LT EV CARGO NORD POLAR ALPIN ALLSEASON SEASON CUP'.split(
    ' ',
  ),
)

/** Returns an attribute that contradicts, or null. */
export function contradictionOf(a: TyreDescription, b: TyreDescription): Contradiction | null {
  if (a.condition !== b.condition) return 'condition'
  if (differ(a.size.width, b.size.width) || differ(a.size.diameter, b.size.diameter)) return 'size'
  if (a.size.height !== b.size.height && !isFullProfile(a, b)) return 'size'
  if (differ(a.load, b.load) && firstLoad(a.load) !== firstLoad(b.load)) return 'load'
  if (differ(a.speed, b.speed)) return 'speed'
  if (differ(a.ply, b.ply)) return 'ply'
  if (differ(a.season, b.season) && a.season !== 'all' && b.season !== 'all') return 'season'
  if (a.studs !== null && b.studs !== null && a.studs !== b.studs) return 'studs'
  return null
}

const differ = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b
const firstLoad = (load: string): string => load.split('/')[0] as string

/** A full profile is written as nothing, 80 or 82. */
const isFullProfile = (a: TyreDescription, b: TyreDescription): boolean =>
  [a, b].every(({ size: { height } }) => height === '' || height === '80' || height === '82')

/** Compares two descriptions that do not contradict each other; null if their model codes or versions do. */
export function featuresOf(
  a: TyreDescription,
  b: TyreDescription,
  weightOf: WordWeight,
  areAliases: (a: TyreDescription, b: TyreDescription) => boolean = () => false,
): Features | null {
  const alias = areAliases(a, b)
  const { common, onlyA, onlyB, pairs, aside, codeInCommon, nameInCommon } = compareModels(
    a,
    alias ? { ...b, ...namesOf(a) } : b,
    weightOf,
  )
  const codesA = onlyA.filter(hasDigit)
  const codesB = onlyB.filter(hasDigit)
  if (codesA.length > 0 && codesB.length > 0 && !codeInCommon) return null
  if (!codeInCommon && [...codesA, ...codesB].some(isVersion)) return null
  if (areGenerations(onlyA, codesB) || areGenerations(onlyB, codesA)) return null
  const [missA, missB] = [weigh(onlyA, weightOf), weigh(onlyB, weightOf)]
  const only = [...onlyA, ...onlyB]
  const missing = [...codesA, ...codesB]
  const flag = (is: boolean): number => (is ? 1 : 0)
  const total = common + missA + missB
  return {
    common: total === 0 ? 0 : common / total,
    onlyOne: Math.min(1, Math.max(missA, missB) / 2),
    onlyBoth: Math.min(1, Math.min(missA, missB) / 2),
    pairs,
    exact: flag(only.length === 0 && common > 0),
    alias: flag(alias),
    aside: flag(aside),
    nameless: flag(!nameInCommon),
    code: flag(codeInCommon),
    codeMissing: flag(missing.some((word) => !/^\d{1,2}$/.test(word))),
    variantMissing: flag(only.some((word) => VARIANTS.has(word))),
    load: flag(a.load !== '' && a.load === b.load),
    loadDiffers: flag(a.load !== b.load),
    speedDiffers: flag(a.speed !== b.speed),
    extraLoad: flag(a.extraLoad && b.extraLoad),
    extraLoadMissing: flag(a.extraLoad !== b.extraLoad),
    runFlatMissing: flag(a.runFlat !== b.runFlat),
    ...originFeatures(a.origin, b.origin),
    equipmentDiffers: flag(a.equipment.join() !== b.equipment.join()),
    seasonUnsure: flag(a.season !== b.season),
    studsUnsure: flag(a.studs !== b.studs),
    prefixDiffers: flag(a.prefix !== b.prefix),
    commercialDiffers: flag(a.commercial !== b.commercial),
  }
}

const namesOf = ({ model, aside }: TyreDescription): Pick<TyreDescription, 'model' | 'aside'> => ({
  model,
  aside,
})
/** Returns whether a word is the first generation of one of these codes: 'R' of 'R3', 'ZSR' of 'ZSR2'. */
const areGenerations = (words: readonly string[], codes: readonly string[]): boolean =>
  codes.some((code) => /^\p{L}+\d$/u.test(code) && words.includes(code.slice(0, -1)))
const hasDigit = (word: string): boolean => /\d/.test(word)

function originFeatures(
  a: readonly string[],
  b: readonly string[],
): Pick<Features, 'originEqual' | 'originMissing' | 'originDiffers'> {
  const agree = a.some((mark) => b.some((other) => agreeing(mark, other)))
  return {
    originEqual: agree ? (a.length === b.length ? 1 : 0.7) : 0,
    originMissing: (a.length === 0) === (b.length === 0) ? 0 : 1,
    originDiffers: a.length > 0 && b.length > 0 && !agree ? 1 : 0,
  }
}

/** 'N' is what a maker's name says: any of Porsche's marks. */
const agreeing = (a: string, b: string): boolean =>
  a === b ||
  (a === 'N' && /^N/.test(b)) ||
  (b === 'N' && /^N/.test(a)) ||
  (a === 'T' && /^T\d/.test(b)) ||
  (b === 'T' && /^T\d/.test(a)) ||
  a.split('/').includes(b) ||
  b.split('/').includes(a)
