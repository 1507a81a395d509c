import { MOVES, type MoveCounts } from '../reports/moves.ts'
import { count, isObject, member } from './values.ts'

/** Reads the tyre counts of a comparison (specification 14.6); null if a count is missing or invalid. */
export function readMoveCounts(value: unknown): MoveCounts | null {
  if (!isObject(value)) return null
  const counts: MoveCounts = { up: 0, down: 0, new: 0, gone: 0 }
  for (const move of MOVES) {
    const read = count(member(value, move))
    if (read === null) return null
    counts[move] = read
  }
  return counts
}
