import type { Meanings } from './name-meanings.ts'
import type { ColumnProfile } from './profile.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'
import { SYNONYMS } from './synonyms/synonyms.ts'
import { valueFit } from './value-fit.ts'

/** Minimum confidence for a name to count. */
const MIN_SURENESS = 0.3
const MIN_FIT = 0.2
const MEANINGS = Object.keys(SYNONYMS) as ColumnMeaning[]

/** Meanings that values alone never have, so that columns with other names need no look at their values. */
const BY_NAME: ReadonlySet<ColumnMeaning> = new Set([
  'code',
  'condition',
  'year',
  'model',
  'retail',
  'opt',
  'cost',
  'other',
])

/** Returns the likelihood of each meaning of a column, by its name and its values together. */
export function likelihoods(named: Meanings, profile: ColumnProfile): Meanings {
  const found: Meanings = {}
  const possible = MEANINGS.filter((meaning) => (named[meaning] ?? 0) > 0 || !BY_NAME.has(meaning))
  const fits = possible.map((meaning) => ({ meaning, ...valueFit(meaning, profile) }))
  // A meaning that does not fit the values is ignored, even if the name suggests it.
  const strongest = Math.max(
    0,
    ...fits.map(({ meaning, fit }) => (fit > MIN_FIT ? (named[meaning] ?? 0) : 0)),
  )
  for (const { meaning, fit, alone } of fits) {
    const name = named[meaning] ?? 0
    if (fit === 0) continue
    const byName = name < MIN_SURENESS ? 0 : name * (0.45 + 0.55 * fit)
    // If the name suggests another meaning, it outweighs the values.
    const byValues = alone * (1 - 0.75 * Math.max(0, strongest - name))
    const sureness = Math.max(byName, byValues)
    if (sureness > 0) found[meaning] = Math.min(0.99, sureness + (byName > 0 && byValues > 0 ? 0.03 : 0))
  }
  return found
}
