import UPlot from 'uplot'
import { MONTHS } from '../../../ui/format-moment.ts'
import { DASHES, type Line } from '../chart-lines.ts'

export interface ChartColours {
  text: string
  grid: string
  lines: readonly string[]
  band: string
}

interface Events {
  /** Called when a range has been selected by dragging, in seconds since 1970. */
  select(min: number, max: number): void
  /** Called with the index of the day under the pointer, from 0 for the first day; null for none. */
  point(index: number | null): void
  /** Called after each drawing. */
  drawn?: ((chart: UPlot) => void) | undefined
}

/** Size in px. */
interface ChartSize {
  width: number
  height: number
  /** room for labels at the right */
  gutter: number
}

const FONT = '12px system-ui, sans-serif'
const money = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })
/** Formats a day in UTC, because days have no time zone. */
const day = (at: Date): string => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`
const MAY = 4
/** Formats a month and year. May has another form than in a date: 'май 2024', but '9 мая'. */
const month = (at: Date): string => {
  const index = at.getUTCMonth()
  return `${index === MAY ? 'май' : MONTHS[index]} ${at.getUTCFullYear()}`
}
const DAY_S = 24 * 60 * 60
const MONTH_S = 28 * DAY_S
/** Possible distances between labels of the time axis, in seconds; at least one day. */
const STEPS = [1, 2, 3, 4, 5, 7, 10, 15, 30, 60, 90, 120, 180, 365, 730].map((days) => days * DAY_S)

/** Returns uPlot's options. @param lines the lower and the upper edge of the band must come first */
export function options(
  lines: readonly Line[],
  palette: ChartColours,
  { width, height, gutter }: ChartSize,
  { select, point, drawn }: Events,
): UPlot.Options {
  const axis = {
    stroke: palette.text,
    font: FONT,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    // Without labels, uPlot itself reserves space for the last day of the axis.
    ...(gutter > 0 && { padding: [null, gutter, null, null] as const }),
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      // A selected range is passed to `select`; the parent component's state then sets the scale.
      drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => null },
    },
    scales: { x: { time: true }, y: { range: (_, min, max) => priceRange(min, max) } },
    axes: [
      {
        ...axis,
        // Minimum distance between labels in px; fits the longest one, 'ноя 2024'.
        space: 80,
        size: 32,
        incrs: STEPS,
        values: (_, splits, __, ___, step) =>
          splits.map((seconds) => (step >= MONTH_S ? month : day)(new Date(seconds * 1000))),
      },
      { ...axis, size: 58, values: (_, splits) => splits.map((price) => money.format(price)) },
    ],
    bands: [{ series: [2, 1], fill: palette.band }],
    series: [{}, ...lines.map((line) => seriesOf(line, palette))],
    hooks: {
      draw: drawn ? [drawn] : [],
      setCursor: [({ cursor }) => point(cursor.idx ?? null)],
      setSelect: [
        (chart) => {
          const { left, width: wide } = chart.select
          if (wide > 0) select(chart.posToVal(left, 'x'), chart.posToVal(left + wide, 'x'))
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}

/** Returns the range of the price axis. For a constant price, uPlot's own range would be from 0 to twice the price. */
function priceRange(min: number | null, max: number | null): UPlot.Range.MinMax {
  if (min === null || max === null) return [null, null]
  if (min !== max) return UPlot.rangeNum(min, max, 0.1, true)
  const room = Math.max(1, Math.abs(min) * 0.05)
  return [min - room, max + room]
}

/** Steps instead of slopes: a price holds until the next one, and a slope would suggest prices that never existed. */
const stepped = UPlot.paths.stepped?.({ align: 1 })
const STEPPED = stepped ? { paths: stepped } : {}

function seriesOf({ look, prices, out }: Line, palette: ChartColours): UPlot.Series {
  const lonely = prices.flatMap((price, index) =>
    price !== null && (prices[index - 1] ?? null) === null && (prices[index + 1] ?? null) === null
      ? [index]
      : [],
  )
  if (look === null) return { stroke: palette.band, width: 1, points: { show: false }, ...STEPPED }
  const stroke = palette.lines[look] ?? palette.text
  // The current price has a point of its own, because a step on the last day has no width.
  const last = look < 2 ? prices.findLastIndex((price) => price !== null) : -1
  const points = last < 0 || lonely.includes(last) ? lonely : [...lonely, last]
  return {
    stroke: out?.size ? (chart) => paleAt(chart, stroke, out) : stroke,
    width: look < 2 ? 2.5 : 1.5,
    dash: [...(DASHES[look] ?? [])],
    ...STEPPED,
    // Days between two gaps need points, because a line of a single day is invisible.
    points: { show: true, size: 5, fill: stroke, filter: () => points },
  }
}

/** Returns a stroke that is pale on some days, up to the next day, as the steps are drawn. */
function paleAt(chart: UPlot, stroke: string, days: ReadonlySet<number>): CanvasGradient | string {
  const times = chart.data[0]
  const [first = 0, last = 0] = chart.series[0]?.idxs ?? []
  const at = (day: number) => chart.valToPos(times[day] as number, 'x', true)
  const [left, right] = [at(first), at(last)]
  // uPlot asks for strokes before it knows its scales, too.
  if (!(right > left)) return stroke
  const gradient = chart.ctx.createLinearGradient(left, 0, right, 0)
  const pale = stroke.replace(/^rgb\((.*)\)$/, `rgba($1, ${PALE})`)
  for (let day = first; day < last; day++) {
    const colour = days.has(day) ? pale : stroke
    gradient.addColorStop((at(day) - left) / (right - left), colour)
    gradient.addColorStop((at(day + 1) - left) / (right - left), colour)
  }
  return gradient
}

/** Opacity of a line while the tyre is out of stock. */
const PALE = 0.35
