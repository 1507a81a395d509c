import { drawChart } from '../support/draw-chart.ts'
import { exponentOf, type Point } from './fit.ts'

export interface Line {
  name: string
  points: readonly Point[]
}

const SIZE = { width: 460, height: 320 }

const AXIS = { type: 'log', nameLocation: 'middle', splitLine: { lineStyle: { color: '#e4e7ec' } } }

/**
 * Draws each line in multiples of its first point on logarithmic axes, and a linear line for comparison.
 * @returns an SVG document
 */
export function growthChart(title: string, lines: readonly Line[]): string {
  const relative = lines.map(({ name, points }) => {
    const [size, cost] = points[0] as Point
    return {
      name: `${name} ^ ${exponentOf(points).toFixed(2)}`,
      data: points.map((point) => [point[0] / size, point[1] / cost] as const),
    }
  })
  const largest = Math.max(...relative.flatMap(({ data }) => data.map(([size]) => size)))
  return drawChart(SIZE, {
    title: { text: title, left: 'center', textStyle: { fontSize: 14 } },
    legend: { bottom: 0 },
    grid: { top: 40, left: 64, right: 24, bottom: 84 },
    xAxis: { ...AXIS, name: 'times the smallest', nameGap: 24 },
    yAxis: { ...AXIS, name: 'times its cost', nameGap: 44 },
    series: [
      ...relative.map((line) => ({ ...line, type: 'line', symbolSize: 7 })),
      {
        name: 'linear',
        type: 'line',
        data: [
          [1, 1],
          [largest, largest],
        ],
        symbol: 'none',
        lineStyle: { type: 'dashed', color: '#98a2b3' },
        itemStyle: { color: '#98a2b3' },
      },
    ],
  })
}
