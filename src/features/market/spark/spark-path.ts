import type { DailyPrices } from '../../../../contract/tyre/history-answer.ts'

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
