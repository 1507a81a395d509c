// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the arrow keys read out the chart's days.

import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import UPlot from 'uplot'
import { type Line, spreadLabels } from '../chart-lines.ts'
import type { Span } from '../history.ts'
import { type ChartColours, options } from './options.ts'

interface HistoryChartProps {
  /** day of each line's first value, YYYY-MM-DD */
  from: string
  lines: readonly Line[]
  /** whether to label the ends of the lines where the chart is wide enough */
  hasEnds: boolean
  span: Span
  /** index of the day under the cursor; null for none */
  cursor: number | null
  /** called when the person has selected a range by dragging */
  onSpan(span: Span): void
  /** @param byKey whether the cursor was moved by key; the day is then announced to screen readers */
  onCursor(day: number | null, byKey: boolean): void
  /** called for keys that zoom; the factor multiplies the range's length */
  onZoom(factor: number): void
  label: string
}

const DAY_S = 24 * 60 * 60
const HEIGHT = 240

/** Chart of lines over days, with gaps (specification 15.5). Loaded on demand, because uPlot has 22 kB. */
export default function HistoryChart(props: HistoryChartProps) {
  const { from, lines, hasEnds, span, cursor, onSpan, onCursor, onZoom, label } = props
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot>(null)
  const start = Date.parse(from) / 1000
  const dayOf = (seconds: number) => Math.round((seconds - start) / DAY_S)
  const count = lines[0]?.prices.length ?? 0
  const [ends, setEnds] = useState<readonly LineEnd[]>([])

  const select = useEffectEvent((min: number, max: number) => {
    const [first, last] = [Math.max(0, dayOf(min)), Math.min(count - 1, dayOf(max))]
    if (last > first) onSpan({ first, last })
  })
  const point = useEffectEvent((index: number | null) => onCursor(index, false))

  const drawn = useEffectEvent((chart: UPlot) => setEnds(lineEnds(chart, lines)))

  // Creates the chart again when the theme changes, because it reads the colours from the tokens only once.
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const days = lines[0]?.prices.map((_, day) => start + day * DAY_S) ?? []
    const data = [days, ...lines.map(({ prices }) => [...prices])] as UPlot.AlignedData
    const wantsEnds = () => hasEnds && getComputedStyle(element).getPropertyValue('--ends').trim() === 'yes'
    let isLabelled = false
    const draw = () => {
      chart.current?.destroy()
      isLabelled = wantsEnds()
      if (!isLabelled) setEnds([])
      const size = { width: element.clientWidth, height: HEIGHT, gutter: isLabelled ? gutterOf(lines) : 0 }
      const events = { select, point, drawn: isLabelled ? drawn : undefined }
      chart.current = new UPlot(options(lines, paletteOf(element), size, events), data, element)
      show()
    }
    draw()
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const size = new ResizeObserver(() => {
      if (wantsEnds() !== isLabelled) draw()
      else chart.current?.setSize({ width: element.clientWidth, height: HEIGHT })
    })
    size.observe(element)
    return () => {
      scheme.removeEventListener('change', draw)
      theme.disconnect()
      size.disconnect()
      chart.current?.destroy()
      chart.current = null
    }
  }, [lines, start, hasEnds])

  const show = useEffectEvent(() => {
    // A range of a single day has no width and is extended by a day on each side.
    const aside = span.first === span.last ? DAY_S : 0
    const [min, max] = [start + span.first * DAY_S - aside, start + span.last * DAY_S + aside]
    chart.current?.setScale('x', { min, max })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the wanted part
  useEffect(() => show(), [span.first, span.last])

  const step = (to: number) => {
    const day = Math.min(Math.max(to, span.first), span.last)
    const left = chart.current?.valToPos(start + day * DAY_S, 'x') ?? 0
    chart.current?.setCursor({ left, top: HEIGHT / 2 }, false)
    onCursor(day, true)
  }
  const at = cursor ?? span.last
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(at - 1),
    ArrowRight: () => step(at + 1),
    PageUp: () => step(at - 7),
    PageDown: () => step(at + 7),
    Home: () => step(span.first),
    End: () => step(span.last),
    '+': () => onZoom(0.5),
    '=': () => onZoom(0.5),
    '-': () => onZoom(2),
    '−': () => onZoom(2),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div className={hasEnds ? 'tyre-with-ends relative' : 'relative'}>
      <div
        ref={place}
        role="group"
        aria-label={label}
        tabIndex={0}
        className="tyre-chart relative min-w-0 rounded"
        data-arrows
        onKeyDown={onKeyDown}
      />
      <ChartEnds ends={ends} />
    </div>
  )
}

/** Returns the tokens' computed colours, because canvas does not understand their light-dark(). */
function paletteOf(element: HTMLElement): ChartColours {
  const probe = element.appendChild(document.createElement('i'))
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const palette = {
    text: colour('--text-muted'),
    grid: colour('--border'),
    lines: Array.from({ length: 10 }, (_, index) => colour(`--chart-${index}`)),
    band: colour('--chart-band'),
  }
  probe.remove()
  return palette
}

/** Label at the end of a line, in px from the chart's top left corner. */
interface LineEnd {
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
const MAX_WIDTH = 116

/** Returns the width beside the plot for the labels of these lines; longer names are cut. */
function gutterOf(lines: readonly Line[]): number {
  const longest = Math.max(...lines.map(({ name }) => name.length))
  return Math.min(LEAD + 8 * longest, MAX_WIDTH)
}

/** Returns the labels of a chart's lines, for the displayed days. */
function lineEnds(chart: UPlot, lines: readonly Line[]): LineEnd[] {
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
function ChartEnds({ ends }: { ends: readonly LineEnd[] }) {
  return (
    <div className="tyre-chart-ends" aria-hidden="true">
      {ends.map(({ name, look, left, end, top }) => (
        <span
          key={name}
          className="tyre-chart-end flex items-center text-12"
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
