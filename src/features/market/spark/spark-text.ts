import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { deviationPercent } from '../../../../contract/reports/statistics.ts'
import type { SparkLine } from '../../../../contract/tyre/history-answer.ts'

const money = (price: number): string => formatCell(price, 'price')

/** Returns text for screen readers and copies: '5 000 → 5 500 (+10,0 %)'; null without prices. */
export function sparkText({ prices, mixed }: SparkLine): string | null {
  const known = prices.filter((price) => price !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return null
  const note = mixed ? ', набор сайтов изменился' : ''
  if (first !== last) {
    const growth = growthOf({ prices, mixed })
    const percent = growth === null ? '' : ` (${formatCell(growth, 'percent')} %)`
    return `${money(first)} → ${money(last)}${percent}${note}`
  }
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return `${money(last)}${low === high ? '' : `, от ${money(low)} до ${money(high)}`}${note}`
}

/**
 * Returns the change from the first to the last price in percent; null if the set of sites with prices changed, because
 * that change would look like a price change.
 */
export function growthOf({ prices, mixed }: SparkLine): number | null {
  const known = prices.filter((price) => price !== null)
  const [first, last] = [known[0], known.at(-1)]
  const isKnown = first !== undefined && last !== undefined && first !== 0 && !mixed
  return isKnown ? deviationPercent(last, first) : null
}
