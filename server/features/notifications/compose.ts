import type { NotificationTyre } from '../../../contract/legacy/notifications.ts'
import { withMinus } from '../../../contract/lib/minus.ts'
import { nonEmpty } from '../../../contract/reports/filters.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { isOutlier, type PriceMove } from '../../prices/price-change.ts'
import { messagePercent, messagePrice } from './delivery/message.ts'

/** Text and figures of a notification about one site's day and one vehicle type. */
export interface ComposedNotification {
  /** signed percent of the largest change */
  percent: number
  body: string
  /** JSON of NotificationTyre[] */
  tyres: string
}

/** Maximum number of price changes listed in the body; the downloadable table lists all. */
const NAMED = 5

const count = new Intl.NumberFormat('ru-RU')

/** Price changes of one vehicle type, largest first, without outliers, and the number of outliers. */
export interface SortedMoves {
  moves: PriceMove[]
  outliers: number
}

export function sortMoves(moves: readonly PriceMove[], glitchFactor: number): SortedMoves {
  const real = moves.filter((move) => !isOutlier(move, glitchFactor))
  return { moves: byPercent(real), outliers: moves.length - real.length }
}

/** Sorts the array in place by absolute percent, largest first. */
export function byPercent(moves: PriceMove[]): PriceMove[] {
  return moves.sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent))
}

export function changesAboveThreshold({ moves }: SortedMoves, threshold: number): readonly PriceMove[] {
  const end = moves.findIndex((move) => Math.abs(move.percent) < threshold)
  return end === -1 ? moves : moves.slice(0, end)
}

/**
 *
 * Composes a notification.
 * @param otherTypes number of vehicle types that the notification summarises, if more than one
 * @returns null if no price changed by at least `threshold` percent
 *
 */
export function composeNotification(
  sorted: SortedMoves,
  threshold: number,
  otherTypes = 0,
): ComposedNotification | null {
  const told = changesAboveThreshold(sorted, threshold)
  const { outliers } = sorted
  const largest = told[0]
  if (!largest) return null
  const rises = told.filter(({ percent }) => percent > 0).length
  const named = told.slice(0, NAMED)
  // Not on a line of its own, because `tyres` refers to lines by number.
  const summed = otherTypes > 0 ? `И ещё ${count.format(otherTypes)} ${typesWord(otherTypes)}. ` : ''
  const lines = [
    `${summed}Подорожало: ${count.format(rises)}, подешевело: ${count.format(told.length - rises)}.`,
    ...named.map(moveLine),
  ]
  if (told.length > NAMED) lines.push(`И ещё ${count.format(told.length - NAMED)}: все в таблице.`)
  if (outliers > 0) lines.push(`Не учтено как похожее на ошибку источника: ${count.format(outliers)}.`)
  return {
    percent: largest.percent,
    body: lines.join('\n'),
    tyres: JSON.stringify(named.map((move, index) => notificationTyre(move, index + 1))),
  }
}

const plural = new Intl.PluralRules('ru-RU')
const TYPES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'тип', few: 'типа' }
const typesWord = (types: number): string => TYPES[plural.select(types)] ?? 'типов'

const PRICES = { wholesale: 'опт', retail: 'розница' } as const

function moveLine({ specs, city, priceType, before, after, percent }: PriceMove): string {
  const place = [city, PRICES[priceType]].filter(Boolean).join(', ')
  // A name with line breaks would shift the line numbers that `tyres` refers to.
  const name = specs.name.replace(/\s+/g, ' ')
  return `${name} (${place}): ${messagePrice.format(before)} → ${messagePrice.format(after)} (${withMinus(messagePercent.format(percent))} %)`
}

/**
 * Returns the tyre's key and the filters that restrict the price-change report to similar tyres; the report has no
 * filter by article.
 */
function notificationTyre({ specs, city }: PriceMove, line: number): NotificationTyre {
  const { brand, width, height, diameter, season, speedIndex, loadIndex } = specs
  return {
    line,
    key: tyreKey(specs),
    filters: nonEmpty({ brand, width, height, diameter, season, city, speed: speedIndex, load: loadIndex }),
  }
}
