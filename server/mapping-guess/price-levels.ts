import { lenientNumber } from '../import/values/number.ts'
import { piecesIn } from '../import/values/pieces.ts'
import type { GuessColumn } from './column.ts'

/** Returns the share of records in which the first price is below the second; 0.5 if no record has both. */
export function shareBelow(first: GuessColumn, second: GuessColumn): number {
  const pairs = pairsOf(first, second)
  const lower = pairs.reduce((sum, [a, b]) => sum + (a < b ? 1 : a === b ? 0.5 : 0), 0)
  return pairs.length === 0 ? 0.5 : lower / pairs.length
}

/** Share of records with equal prices from which one column repeats the other. */
const EQUAL_SHARE = 0.99

export function areEqual(first: GuessColumn, second: GuessColumn): boolean {
  const pairs = pairsOf(first, second)
  const equal = pairs.filter(([a, b]) => Math.abs(a - b) < 1)
  return pairs.length > 0 && equal.length >= pairs.length * EQUAL_SHARE
}

const pairsOf = (first: GuessColumn, second: GuessColumn): [number, number][] =>
  first.profile.values
    .map((text, i): [number, number] => [
      priceIn(first, text),
      priceIn(second, second.profile.values[i] ?? ''),
    ])
    .filter(([a, b]) => a > 0 && b > 0)

const priceIn = ({ name, profile }: GuessColumn, text: string): number =>
  (lenientNumber(text, profile.priceThousands) ?? Number.NaN) / piecesIn(name)
