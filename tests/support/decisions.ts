import type { DecisionBasis } from '../../contract/decisions/decision.ts'

/** Prices of a tyre whose own price is to be decided. */
export const BASIS: DecisionBasis = {
  tyre: 'A1',
  article: 'A-1',
  brand: 'Arktika',
  name: 'Шина',
  size: '205/55 R16',
  city: 'Томск',
  kind: 'retail',
  day: '2026-04-18',
  now: 5000,
  wholesale: 4000,
  cost: 3800,
  rivals: [4800, 5100, 5300],
  median: 5100,
  proposed: 5050,
}
