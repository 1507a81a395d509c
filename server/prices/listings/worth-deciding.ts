import type { Described } from '../../matching/description.ts'
import { blockOf } from '../../matching/rivals.ts'

/** Listing that may be one of several tyres, the most probable first. */
interface Undecided<Candidate> extends Described {
  candidates: readonly Candidate[]
}

/** Probability from which a pair is worth a person's time, and number of pairs per listing. */
const LEAST_PROBABILITY = 0.15
const MOST_OF_LISTING = 3
/**
 * Number of pairs per list, brand, width and diameter. The largest real lists have some dozens; a list without limits
 * could fill the queue with hundreds of thousands.
 */
export const MOST_OF_BLOCK = 2_000

/**
 * Returns the candidates of each listing of one list that are worth a person's time. Of too many within one block the
 * most probable remain, the same ones each time.
 */
export function worthDeciding<Candidate extends { probability: number }>(
  listings: readonly Undecided<Candidate>[],
): Candidate[][] {
  const worth = listings.map(({ candidates }) =>
    candidates.slice(0, MOST_OF_LISTING).filter(({ probability }) => probability >= LEAST_PROBABILITY),
  )
  const pairs = worth.flatMap((candidates, at) => candidates.map((candidate) => ({ candidate, at })))
  const blocks = Map.groupBy(pairs, ({ at }) => blockOf((listings[at] as Described).description))
  for (const ofBlock of blocks.values()) {
    if (ofBlock.length <= MOST_OF_BLOCK) continue
    ofBlock.sort((a, b) => b.candidate.probability - a.candidate.probability)
    const left = new Set(ofBlock.slice(MOST_OF_BLOCK).map(({ candidate }) => candidate))
    for (const at of new Set(ofBlock.map(({ at }) => at))) {
      worth[at] = (worth[at] as Candidate[]).filter((candidate) => !left.has(candidate))
    }
  }
  return worth
}
