import type { Meanings } from './name-meanings.ts'
import type { Profile } from './profile.ts'
import { type Meaning, SYNONYMS } from './synonyms.ts'
import { valueFit } from './value-fit.ts'

/** Names less sure than this say nothing. */
const FAINT = 0.3
const UNFIT = 0.2
const MEANINGS = Object.keys(SYNONYMS) as Meaning[]

/** How surely a column is each thing, by its name and its values together. */
export function likelihoods(named: Meanings, profile: Profile): Meanings {
  const found: Meanings = {}
  const fits = MEANINGS.map((meaning) => ({ meaning, ...valueFit(meaning, profile) }))
  // A name cannot suggest a field that the values rule out.
  const strongest = Math.max(0, ...fits.map(({ meaning, fit }) => (fit > UNFIT ? (named[meaning] ?? 0) : 0)))
  for (const { meaning, fit, alone } of fits) {
    const name = named[meaning] ?? 0
    if (fit === 0) continue
    const byName = name < FAINT ? 0 : name * (0.45 + 0.55 * fit)
    // A name that says something else outweighs what the values look like.
    const byValues = alone * (1 - 0.75 * Math.max(0, strongest - name))
    const sureness = Math.max(byName, byValues)
    if (sureness > 0) found[meaning] = Math.min(0.99, sureness + (byName > 0 && byValues > 0 ? 0.03 : 0))
  }
  return found
}
