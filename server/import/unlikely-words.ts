import type { UnlikelyOffer } from '../prices/snapshot-draft.ts'
import { PRICE_LABELS } from './values/price.ts'

const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** The reason for which an offer with a price that no tyre can have is rejected. */
export const unlikelyReason = ({ kind }: Pick<UnlikelyOffer, 'kind'>): string =>
  `${PRICE_LABELS[kind]}: не больше десятой части обычной для размера`

/** The offer with its price and the usual one, for people. */
export function unlikelyWords({ name, specs, price, usual }: UnlikelyOffer): string {
  const size = `${[specs.width, specs.height].filter(Boolean).join('/')} R${specs.diameter}`
  return `${name || specs.article}: ${roubles.format(price)} ₽, обычно для ${size} — ${roubles.format(usual)} ₽`
}
