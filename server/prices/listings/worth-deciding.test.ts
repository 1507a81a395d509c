// Specification 21.3

import { describe, expect, it } from 'vitest'
import { specs } from '../../../tests/support/prices.ts'
import { parseListing } from '../../matching/parse.ts'
import { MAX_PER_BLOCK, worthDeciding } from './worth-deciding.ts'

const listing = (width: string, ...probabilities: number[]) => ({
  description: parseListing(specs({ width, name: 'Arktika Polar' })),
  candidates: probabilities.map((probability) => ({ probability })),
})
const probabilities = (listings: Parameters<typeof worthDeciding>[0]) =>
  worthDeciding(listings).map((worth) => worth.map(({ probability }) => probability))

describe('worthDeciding', () => {
  it('returns at most three candidates per listing, each of at least 15 %', () => {
    expect(
      probabilities([listing('205', 0.8, 0.15, 0.14), listing('205'), listing('205', 0.9, 0.8, 0.7, 0.6)]),
    ).toEqual([[0.8, 0.15], [], [0.9, 0.8, 0.7]])
  })

  it('returns the most probable pairs of a block with too many, and all of other blocks', () => {
    const listings = Array.from({ length: MAX_PER_BLOCK }, () => listing('205', 0.8, 0.5))
    const best = listing('205', 0.9, 0.7)
    const worth = probabilities([...listings, best, listing('215', 0.2)])
    expect(worth.slice(0, MAX_PER_BLOCK - 1)).toEqual(listings.slice(1).map(() => [0.8]))
    expect(worth.slice(MAX_PER_BLOCK - 1)).toEqual([[], [0.9], [0.2]])
  })
})
