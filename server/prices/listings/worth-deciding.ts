import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import type { Described } from '../../matching/description.ts'
import { blockOf } from '../../matching/rivals.ts'

/** Listing that may be one of several tyres, the most probable first. */
interface Undecided<Candidate> extends Described {
  candidates: readonly Candidate[]
}

/** Pairs of a list with one brand, width and diameter. */
interface Block {
  probabilities: number[]
  fits(probability: number): boolean
}

/** Probability from which a pair is worth a person's time, and number of pairs per listing. */
const LEAST_PROBABILITY = 0.15
const MAX_PER_LISTING = 3
/** Pairs per list, brand, width and diameter: real lists have some dozens; without a limit they fill the queue. */
export const MAX_PER_BLOCK = 2_000

/** Returns the candidates worth a person's time. Of too many within one block the most probable remain. */
export function worthDeciding<Candidate extends { probability: number }>(
  listings: readonly Undecided<Candidate>[],
): Candidate[][] {
  const blocks = new Map<string, Block>()
  const worth = listings.map(({ candidates, description }) => {
    const block = getOrAdd(
      blocks,
      blockOf(description),
      (): Block => ({ probabilities: [], fits: () => true }),
    )
    const ofListing = candidates
      .slice(0, MAX_PER_LISTING)
      .filter(({ probability }) => probability >= LEAST_PROBABILITY)
    for (const { probability } of ofListing) block.probabilities.push(probability)
    return { block, ofListing }
  })
  for (const block of blocks.values()) {
    if (block.probabilities.length > MAX_PER_BLOCK) block.fits = highest(block.probabilities)
  }
  return worth.map(({ block, ofListing }) => ofListing.filter(({ probability }) => block.fits(probability)))
}

/** Returns a function that admits the highest of these values as they come by; of equal ones the first. */
function highest(values: readonly number[]): (value: number) => boolean {
  const sorted = Float64Array.from(values).sort()
  const least = sorted[sorted.length - MAX_PER_BLOCK] as number
  let equals = MAX_PER_BLOCK - values.filter((value) => value > least).length
  return (value) => value > least || (value === least && equals-- > 0)
}
