import type { FeatureName } from './compare.ts'

/**
 * Log-odds that each feature adds to a pair (docs/matching.md), trained with `npm run match -- --train` on pairs whose
 * articles are equal. `alias` is set by hand: a model line known under
 * another name counts like an equal one, a little less.
 */
export const WEIGHTS: Readonly<Record<FeatureName | 'bias', number>> = {
  common: 1.78,
  onlyOne: -0.65,
  onlyBoth: -4,
  pairs: 1.95,
  exact: 1.22,
  alias: -0.5,
  aside: -7.31,
  code: 1.61,
  codeMissing: 1.78,
  versionMissing: -3.13,
  variantMissing: -0.39,
  load: -0.6,
  loadDiffers: -0.29,
  speedDiffers: 0,
  extraLoad: 0,
  extraLoadMissing: 0,
  runFlatMissing: -4.91,
  originEqual: 0.01,
  originMissing: -3.6,
  originDiffers: -3.31,
  equipmentDiffers: -2.98,
  seasonUnsure: 0,
  studsUnsure: -0.13,
  prefixDiffers: -0.15,
  commercialDiffers: 0,
  bias: -0.69,
}
