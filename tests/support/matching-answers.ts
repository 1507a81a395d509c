import type { ModelLine, QueuePair } from '../../contract/matching/match-queue.ts'
import type { CoverageAnswer, ListingAnswer } from '../../contract/matching/matching.ts'

/** Answers about the matching of listings as the companion server sends them, with fictional prices. */

export const listingAnswer = (id: number, over: Partial<ListingAnswer> = {}): ListingAnswer => ({
  id,
  site: 'shop.ru',
  own: false,
  name: `Arktika Ice ${id} 205/55 R16 94T`,
  brand: 'Arktika',
  article: '',
  code: `C-${id}`,
  gtin: '',
  price: 5300,
  stock: 4,
  first_day: '2026-03-03',
  last_day: '2026-04-18',
  ...over,
})

/** Returns a pair of listing `id` and tyre `100 + id`, whose listing at the own site has a name of its own. */
export const pairAnswer = (id: number, over: Partial<QueuePair> = {}): QueuePair => ({
  listing: listingAnswer(id),
  tyre: {
    id: 100 + id,
    key: `A-${id}`,
    article: '',
    brand: 'Arktika',
    name: `Arktika Ice ${id} 205/55R16 95T`,
    listings: [
      listingAnswer(1000 + id, {
        site: 'own.ru',
        own: true,
        name: `Arktika Ice ${id} 205/55R16 95T`,
        price: 5000,
      }),
    ],
  },
  probability: 0.87,
  conflict: '',
  taken: false,
  reasons: [
    { kind: 'model', speaks: 'for', listing: 'iG55', tyre: 'iG55' },
    { kind: 'index', speaks: 'against', listing: '94T', tyre: '95T' },
    { kind: 'studs', speaks: 'missing', listing: '', tyre: 'yes' },
  ],
  ...over,
})

export const lineAnswer = (name: string, over: Partial<ModelLine> = {}): ModelLine => ({
  family: 'arktika',
  brand: 'Arktika',
  line_a: name,
  line_b: name.toUpperCase(),
  pairs: 3,
  sizes: ['205/55 R16', '215/60 R17', '225/45 R18'],
  disagreeing: [],
  example: {
    listing: `Arktika ${name} 205/55R16`,
    tyre: `Arktika ${name.toUpperCase()} 205/55 R16`,
    site: 'shop.ru',
  },
  ...over,
})

export const coverageAnswer: CoverageAnswer = {
  version: 1,
  waiting: 212,
  sites: [
    { site: 'shop.ru', own: false, listings: 6995, matched: 1739, waiting: 212, alone: 5041, excluded: 3 },
    { site: 'own.ru', own: true, listings: 2000, matched: 1500, waiting: 100, alone: 400, excluded: 0 },
  ],
}
