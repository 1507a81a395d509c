import { matchListings } from '../../../server/matching/match-listings.ts'
import { parseListing } from '../../../server/matching/parse.ts'
import { evaluate } from '../../../server/matching/train.ts'
import {
  listingsOf,
  madeUpCatalog,
  parsedList,
  SUPPLIERS,
  type Supplier,
} from '../../support/tyre-suppliers.ts'
import { extent } from '../support/extent.ts'
import { type BenchmarkResult, inSeconds, median, rounded, table } from '../support/figures.ts'

/** Number of different tyres of which each supplier lists a half. */
const POOL = 8_000
const SHARE = 0.5
const TYRES = 100_000
const LISTINGS = 20_000
const ROUNDS = 5

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`
const secondsSince = (began: number) => (performance.now() - began) / 1_000

interface Quality {
  pair: string
  pairs: number
  recall: number
  precision: number
  amongThree: number
}

/** Matches the lists of all pairs of suppliers by description, and compares the result with the tyres' numbers. */
function judge(): Quality[] {
  const pool = madeUpCatalog(POOL, 1)
  const lists = SUPPLIERS.map((supplier, i) => ({
    name: supplier.name,
    list: parsedList(supplier, pool, SHARE, i + 1),
  }))
  return lists.flatMap((one, i) =>
    lists.slice(i + 1).map((other) => {
      const { pairs, right, wrong, amongThree } = evaluate(one.list, other.list)
      return {
        pair: `${one.name} + ${other.name}`,
        pairs,
        recall: right / pairs,
        precision: right / (right + wrong),
        amongThree: amongThree / pairs,
      }
    }),
  )
}

interface Times {
  tyres: number
  parseTyres: number
  listings: number
  parseListings: number
  match: number
  certain: number
}

/** Measures parsing and matching a new supplier's listings with a large catalog. */
function measure(): Times {
  const [catalogSupplier, newSupplier] = SUPPLIERS as readonly [Supplier, Supplier]
  const pool = madeUpCatalog(TYRES, 2)
  const tyreTexts = listingsOf(catalogSupplier, pool, 1, 1)
  const texts = listingsOf(newSupplier, pool, LISTINGS / TYRES, 2)
  let began = performance.now()
  const tyres = tyreTexts.map(({ text }) => ({ description: parseListing(text) }))
  const parseTyres = secondsSince(began)
  const parsing: number[] = []
  const matching: number[] = []
  let certain = 0
  for (let round = 0; round < extent(ROUNDS); round++) {
    began = performance.now()
    const listings = texts.map(({ text }) => ({ description: parseListing(text) }))
    parsing.push(secondsSince(began))
    began = performance.now()
    certain = matchListings(tyres, listings).filter((match) => match.certain).length
    matching.push(secondsSince(began))
  }
  return {
    tyres: tyres.length,
    parseTyres,
    listings: texts.length,
    parseListings: median(parsing),
    match: median(matching),
    certain,
  }
}

/** Measures recall, precision and time of matching made-up listings by description. */
export async function benchMatch(): Promise<BenchmarkResult> {
  const qualities = judge()
  const times = measure()
  const least = (of: (quality: Quality) => number) => Math.min(...qualities.map(of))
  const [recall, precision, amongThree] = [
    least((quality) => quality.recall),
    least((quality) => quality.precision),
    least((quality) => quality.amongThree),
  ]
  const total = times.parseListings + times.match
  const text = `Made-up listings of ${SUPPLIERS.length} suppliers, matched by description alone, compared with the truth.

${table(
  ['pair', 'tyres in common', 'recall', 'precision', 'among the first three'],
  qualities.map((quality) => [
    quality.pair,
    rounded(quality.pairs),
    percent(quality.recall, 1),
    percent(quality.precision, 1),
    percent(quality.amongThree, 1),
  ]),
)}

A new list of ${rounded(times.listings)} listings, ${rounded(times.certain)} of them certain, with ${rounded(times.tyres)} tyres.

${table(
  ['step', 'time'],
  [
    ['parsing the tyres', inSeconds(times.parseTyres)],
    ['parsing the listings', inSeconds(times.parseListings)],
    ['matching', inSeconds(times.match)],
  ],
)}
`
  return {
    text,
    figures: [
      {
        figure: 'Matching, recall and precision',
        now: `${percent(recall, 1)}, ${percent(precision, 1)}`,
        target: '≥ 92 %, 99.5 %',
        isMet: recall >= 0.92 && precision >= 0.995,
      },
      {
        figure: 'Matching, first three',
        now: percent(amongThree, 1),
        target: '≥ 98 %',
        isMet: amongThree >= 0.98,
      },
      {
        figure: 'Matching, 20,000 × 100,000',
        now: inSeconds(total),
        target: '≤ 10 s',
        isMet: total <= 10,
      },
    ],
  }
}
