/**
 * Log-odds that each feature adds to a pair (docs/matching.md), trained with `npm run match -- --train` on pairs whose
 * articles are equal. `alias` is set by hand: a model line known under another name counts like an equal one, a little
 * less.
 */
export const WEIGHTS = {
  common: 1.26,
  onlyOne: -1.29,
  onlyBoth: -2.86,
  pairs: 1.1,
  exact: 1.25,
  alias: -0.5,
  aside: -6.92,
  nameless: -4,
  code: 1.02,
  codeMissing: 2.13,
  variantMissing: -0.26,
  load: 0.46,
  loadDiffers: -0.74,
  speedDiffers: 0,
  extraLoad: 0,
  extraLoadMissing: -0.01,
  runFlatMissing: -4.33,
  originEqual: 0,
  originMissing: -2.74,
  originDiffers: -3.6,
  equipmentDiffers: -0.86,
  seasonUnsure: -1.43,
  studsUnsure: 0,
  prefixDiffers: 0,
  commercialDiffers: 0,
  bias: 0.45,
}

/** Evidence for or against a pair (compare.ts). */
export type FeatureName = Exclude<keyof typeof WEIGHTS, 'bias'>

export const FEATURE_NAMES = Object.keys(WEIGHTS).filter((name) => name !== 'bias') as FeatureName[]
