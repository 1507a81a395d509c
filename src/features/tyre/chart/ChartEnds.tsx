import type { CSSProperties } from 'react'
import type UPlot from 'uplot'
import { type Line, spreadLabels } from '../chart-lines.ts'

/** Label at the end of a line, in px from the chart's top left corner. */
export interface LineEnd {
  name: string
  look: number | null
  left: number
  /** where the line ends */
  end: number
  /** centre of the label */
  top: number
}

const LABEL_HEIGHT = 16
/** Width of the connection between a line's end and its label. */
const LEAD = 12
const MOST_WIDTH = 116

/** Returns the width beside the plot for the labels of these lines; longer names are cut. */
export function gutterOf(lines: readonly Line[]): number {
  const longest = Math.max(...lines.map(({ name }) => name.length))
  return Math.min(LEAD + 8 * longest, MOST_WIDTH)
}

/** Returns the labels of a chart's lines, for the displayed days. */
export function lineEnds(chart: UPlot, lines: readonly Line[]): LineEnd[] {
  const { offsetTop, offsetLeft, clientHeight, clientWidth } = chart.over
  const [first, last] = chart.series[0]?.idxs ?? [0, 0]
  const ended = lines.flatMap(({ name, look, prices }) => {
    const price = prices.slice(first, last + 1).findLast((one) => one !== null)
    return typeof price === 'number' ? [{ name, look, end: chart.valToPos(price, 'y') }] : []
  })
  // The edges of the band are labelled only where there is room, because the axis says as much.
  const kept = ended.filter(
    ({ look, end }) =>
      look !== null ||
      ended.every((other) => other.look === null || Math.abs(other.end - end) >= LABEL_HEIGHT),
  )
  const tops = spreadLabels(
    kept.map(({ end }) => end),
    LABEL_HEIGHT,
    clientHeight,
  )
  return kept.map(({ end, ...line }, index) => ({
    ...line,
    left: offsetLeft + clientWidth,
    end: offsetTop + end,
    top: offsetTop + (tops[index] as number),
  }))
}

/** Labels beside a chart. Hidden from screen readers, which read the figures' table. */
export function ChartEnds({ ends }: { ends: readonly LineEnd[] }) {
  return (
    <div className="tyre-chart-ends" aria-hidden="true">
      {ends.map(({ name, look, left, end, top }) => (
        <span
          key={name}
          className="tyre-chart-end"
          style={
            {
              '--line': look === null ? 'var(--text-muted)' : `var(--chart-${look})`,
              left,
              top: top - LABEL_HEIGHT / 2,
            } as CSSProperties
          }
        >
          <svg width={LEAD} height={LABEL_HEIGHT} aria-hidden="true">
            <line x1="1" y1={end - top + LABEL_HEIGHT / 2} x2={LEAD - 3} y2={LABEL_HEIGHT / 2} />
          </svg>
          <span>{name}</span>
        </span>
      ))}
    </div>
  )
}
