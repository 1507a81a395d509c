import type { SparkLine } from '../../../../contract/tyre/history-answer.ts'
import { sparkOf } from './spark-path.ts'
import { sparkText } from './spark-text.ts'
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
