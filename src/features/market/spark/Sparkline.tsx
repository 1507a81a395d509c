import type { SparkLine } from '../../../../contract/tyre/history-answer.ts'
import { sparkOf } from './spark-path.ts'
import { sparkWords } from './spark-words.ts'
import './sparkline.css'

/** In px, within a row of the table. */
const BOX = { width: 112, height: 16 }
const END_RADIUS = 2.5
/** Room for the line's own width and for the point at its end. */
const EDGE = 3

/** A line through the prices of some days, each day from its own lowest to its highest. */
export function Sparkline({ line }: { line: SparkLine }) {
  const words = sparkWords(line)
  if (words === null) return null
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
