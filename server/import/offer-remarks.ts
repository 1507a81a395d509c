import { PRICE_KINDS } from '../../contract/offers/offer-values.ts'
import { NO_CITY } from '../../contract/reports/no-city.ts'
import type { Remark } from '../../contract/sources/sample.ts'
import type { CollectedDraft, RecordedOffer, RepeatedOffer, UnlikelyOffer } from '../prices/snapshot-draft.ts'
import { MAX_EXAMPLES } from './remarks.ts'
import { PRICE_LABELS } from './values/price.ts'

/**
 * Reports offers that were dropped for a cheaper offer of the same tyre at the same location, so that people notice
 * if two different tyres were merged.
 */
export function repeatedRemarks(draft: Pick<CollectedDraft, 'repeated'>): Remark[] {
  const { count, examples } = draft.repeated(MAX_EXAMPLES)
  if (count === 0) return []
  return [
    {
      text: 'Та же шина на том же складе с другой ценой: взята меньшая',
      count,
      examples: examples.map((one) => ({ lines: [one.kept.line, one.left.line], text: repeatedText(one) })),
    },
  ]
}

const UNUSUAL = {
  high: 'Цена во много раз больше обычной для размера: вероятно, в копейках',
  cheap: 'Цена во много раз меньше обычной для диаметра: вероятно, не в рублях',
} as const

/** Reports prices that are probably in kopecks, or in another currency. */
export function unusualRemarks(draft: Pick<CollectedDraft, 'unusual'>, kind: keyof typeof UNUSUAL): Remark[] {
  const { count, examples } = draft.unusual(kind)
  if (count === 0) return []
  return [
    {
      text: UNUSUAL[kind],
      count,
      examples: examples.map((one) => ({ lines: [one.line], text: unlikelyText(one) })),
    },
  ]
}

const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

function repeatedText({ kept, left }: RepeatedOffer): string {
  const { city, warehouse } = kept.offer
  const location = [city === NO_CITY ? '' : city, warehouse].filter(Boolean).join(', ')
  const differing = PRICE_KINDS.filter((kind) => kept.offer[kind] !== left.offer[kind])
  const prices = ({ offer }: RecordedOffer) =>
    differing
      .map((kind) => `${PRICE_LABELS[kind]} ${offer[kind] === null ? '—' : roubles.format(offer[kind])}`)
      .join(', ')
  const described = [kept, left].map((one) => `«${one.name}» ${prices(one)}`).join(', а не ')
  return `взята ${described}${location === '' ? '' : ` (${location})`}`
}

/** Rejection reason for an offer whose price is implausibly low. */
export const unlikelyReason = ({ kind }: Pick<UnlikelyOffer, 'kind'>): string =>
  `${PRICE_LABELS[kind]}: не больше десятой части обычной для размера`

/** Describes an offer with its price and the usual price of its size, for the rejects file. */
export function unlikelyText({ name, specs, price, usual }: UnlikelyOffer): string {
  const size = `${[specs.width, specs.height].filter(Boolean).join('/')} R${specs.diameter}`
  return `${name || specs.article}: ${roubles.format(price)} ₽, обычно для ${size} — ${roubles.format(usual)} ₽`
}
