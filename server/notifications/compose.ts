import { withMinus } from '../../contract/minus.ts'
import { isGlitch, type PriceMove } from '../prices/price-move.ts'

/** What one user is told of one site's day and one vehicle type. */
export interface ComposedNotification {
  /** of the largest move, signed */
  percent: number
  body: string
}

/** Moves named in the body; the table to download has them all. */
const NAMED = 5

const price = new Intl.NumberFormat('ru-RU', {
  style: 'currency',
  currency: 'RUB',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
})
const change = new Intl.NumberFormat('ru-RU', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const count = new Intl.NumberFormat('ru-RU')

/**
 * The moves of one vehicle type, the largest first, without those that are glitches.
 */
export interface SortedMoves {
  moves: PriceMove[]
  glitches: number
}

export function sortMoves(moves: readonly PriceMove[], glitchFactor: number): SortedMoves {
  const real = moves.filter((move) => !isGlitch(move, glitchFactor))
  real.sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent))
  return { moves: real, glitches: moves.length - real.length }
}

/** @returns null where no price moved by at least `threshold` percent */
export function composeNotification(
  { moves, glitches }: SortedMoves,
  threshold: number,
): ComposedNotification | null {
  const end = moves.findIndex((move) => Math.abs(move.percent) < threshold)
  const told = end === -1 ? moves : moves.slice(0, end)
  const largest = told[0]
  if (!largest) return null
  const rises = told.filter(({ percent }) => percent > 0).length
  const lines = [
    `Подорожало: ${count.format(rises)}, подешевело: ${count.format(told.length - rises)}.`,
    ...told.slice(0, NAMED).map(moveLine),
  ]
  if (told.length > NAMED) lines.push(`И ещё ${count.format(told.length - NAMED)}: все в таблице.`)
  if (glitches > 0) lines.push(`Не учтено как похожее на ошибку источника: ${count.format(glitches)}.`)
  return { percent: largest.percent, body: lines.join('\n') }
}

function moveLine({ name, before, after, percent }: PriceMove): string {
  return `${name}: ${price.format(before)} → ${price.format(after)} (${withMinus(change.format(percent))} %)`
}
