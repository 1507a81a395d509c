import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { deviationPercent } from '../../../../contract/reports/statistics.ts'
import type { DailyPrices, SparkLine } from '../../../../contract/tyre/history-answer.ts'
import './sparkline.css'

/** Size in px; fits a row of the table. */
const BOX = { width: 112, height: 16 }
const END_RADIUS = 2.5
/** Margin in px for the line's width and the point at its end. */
const EDGE = 3

interface SparklineProps {
  line: SparkLine
  /** says what the prices are, where that is not obvious */
  name?: string | undefined
}

/** Sparkline of prices over several days, scaled so that it fills the height from the lowest to the highest price. */
export function Sparkline({ line, name }: SparklineProps) {
  const text = sparkText(line)
  if (text === null) return null
  const words = name === undefined ? text : `${name}: ${text}`
  const { path, end } = sparkOf(line.prices, BOX)
  return (
    <svg
      className={line.mixed ? 'sparkline sparkline-mixed' : 'sparkline'}
      role="img"
      aria-label={words}
      width={BOX.width + 2 * EDGE}
      height={BOX.height + 2 * EDGE}
      viewBox={`${-EDGE} ${-EDGE} ${BOX.width + 2 * EDGE} ${BOX.height + 2 * EDGE}`}
    >
      <title>{words}</title>
      <path d={path} />
      {end && <circle cx={end.x} cy={end.y} r={END_RADIUS} />}
    </svg>
  )
}

interface Box {
  width: number
  height: number
}

/** SVG geometry of a sparkline. */
interface Spark {
  /** path of the line in SVG syntax */
  path: string
  /** position of the last price; null without prices */
  end: { x: number; y: number } | null
}

/**
 * Computes the geometry of a line that fills the height from the lowest to the highest price. A constant price is a
 * line in the middle. Days without data are gaps. A day between two gaps is a line of no length, which round line caps
 * make visible as a point.
 */
export function sparkOf(prices: DailyPrices, { width, height }: Box): Spark {
  const known = prices.filter((price) => price !== null)
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const x = (index: number) => round((index / Math.max(1, prices.length - 1)) * width)
  const y = (price: number) => round(span === 0 ? height / 2 : height - ((price - low) / span) * height)
  const path = prices
    .map((price, index) => {
      if (price === null) return ''
      const at = `${x(index)} ${y(price)}`
      return (prices[index - 1] ?? null) === null ? `M${at}L${at}` : `L${at}`
    })
    .join('')
  const last = prices.findLastIndex((price) => price !== null)
  return { path, end: last < 0 ? null : { x: x(last), y: y(prices[last] as number) } }
}

const round = (value: number): number => Math.round(value * 10) / 10

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

/** Returns the change in percent; null if the set of sites changed, which would look like a price change. */
export function growthOf({ prices, mixed }: SparkLine): number | null {
  const known = prices.filter((price) => price !== null)
  const [first, last] = [known[0], known.at(-1)]
  const isKnown = first !== undefined && last !== undefined && first !== 0 && !mixed
  return isKnown ? deviationPercent(last, first) : null
}
