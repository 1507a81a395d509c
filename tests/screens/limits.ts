import type { Size } from './looks.ts'
import type { Figures } from './measure.ts'

/** Limits of every screen (specification 22.1). */
export const LIMITS = {
  /** fewest data rows of the report after 'Применить' */
  rows: { '1440×900': 20, '1280×720': 13 } as Readonly<Partial<Record<Size, number>>>,
  /** fewest cards of the report's list */
  cards: { '390×844': 4 } as Readonly<Partial<Record<Size, number>>>,
  /** largest sum of layout shifts until the network is idle */
  shift: 0.02,
  cut: 0,
  overlapping: 0,
  overflowing: 0,
  contrast: 0,
  targets: 0,
  serious: 0,
} as const

/** Screens whose rows or cards are limited. */
const WITH_ROWS = ['market', 'table']
const WITH_CARDS = ['list']

/** Returns a sentence for each limit that the screen exceeds. */
export function faultsOf(figures: Figures): string[] {
  const { screen, size, scheme } = figures
  const where = `${screen} at ${size}, ${scheme}`
  const rows = WITH_ROWS.includes(screen) ? LIMITS.rows[size] : undefined
  const cards = WITH_CARDS.includes(screen) ? LIMITS.cards[size] : undefined
  const faults: string[] = []
  if (rows !== undefined && (figures.rows ?? 0) < rows)
    faults.push(`${where}: ${figures.rows ?? 0} rows in view, fewer than ${rows}`)
  if (cards !== undefined && (figures.cards ?? 0) < cards)
    faults.push(`${where}: ${figures.cards ?? 0} cards in view, fewer than ${cards}`)
  if (figures.shift > LIMITS.shift)
    faults.push(`${where}: layout shift ${figures.shift.toFixed(3)} by ${figures.shifted.join(', ')}`)
  for (const kind of ['cut', 'overlapping', 'overflowing', 'contrast', 'targets', 'serious'] as const)
    if (figures[kind].length > LIMITS[kind])
      faults.push(...figures[kind].map((fault) => `${where}: ${kind}: ${fault}`))
  return faults
}
