import { withMinus } from '../../../contract/lib/minus.ts'
import { PRICE_KINDS } from '../../../contract/offers/offer-values.ts'
import { fieldLabel } from '../../../contract/sources/field-labels.ts'
import { type Comparison, UNUSUAL_PERCENT } from './compare.ts'
import { dayText } from './texts.ts'

/** Result of reading a price list, before any of it is saved. */
export interface ReadList {
  records: number
  bad: number
  offers: number
  /** mapped fields that have no value in any record, but had values in earlier price lists */
  emptied: readonly string[]
  comparison: Comparison | null
}

const count = new Intl.NumberFormat('ru-RU')
const share = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const move = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0, signDisplay: 'exceptZero' })

const PRICES = { retail: 'розничных', wholesale: 'оптовых', cost: 'закупочных' } as const

/**
 * Returns the reasons to hold a price list for an administrator's decision: signs of a broken export.
 * @param maxBad maximum percentage of bad records
 * @param leastPercent minimum percentage of the last day's offers
 * @returns reasons as texts for users; empty if the list may be imported
 */
export function heldReasons(
  { records, bad, offers, emptied, comparison }: ReadList,
  maxBad: number,
  leastPercent = 50,
): string[] {
  const reasons: string[] = []
  const badPercent = records === 0 ? 0 : (bad / records) * 100
  if (badPercent > maxBad) {
    reasons.push(
      `Плохих записей ${share.format(badPercent)} % (${count.format(bad)} из ${count.format(records)}), допускается ${share.format(maxBad)} %`,
    )
  }
  if (!comparison) return reasons
  const counts = `Предложений ${count.format(offers)}, а ${dayText(comparison.day)} было ${count.format(comparison.offers)}`
  if (offers * 100 < comparison.offers * leastPercent) {
    reasons.push(`${counts}: ${leastPercent === 50 ? 'меньше половины' : `меньше ${leastPercent} %`}`)
  }
  if (offers > comparison.offers * 2) reasons.push(`${counts}: больше чем вдвое`)
  for (const kind of PRICE_KINDS) {
    const percent = comparison.medianMoves[kind]
    if (percent === undefined || Math.abs(percent) <= UNUSUAL_PERCENT) continue
    reasons.push(
      `Медиана ${PRICES[kind]} цен изменилась на ${withMinus(move.format(percent))} % с ${dayText(comparison.day)}`,
    )
  }
  if (emptied.length > 0) reasons.push(`Поля пусты во всех записях: ${emptied.map(fieldLabel).join(', ')}`)
  return reasons
}
