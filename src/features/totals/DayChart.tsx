import { addDays, dayNumber } from '../../../contract/lib/dates.ts'
import { type Measure, measureRange, measureText, NO_FIGURE } from '../../../contract/totals/measures.ts'
import type { TotalsPeriod } from '../../../contract/totals/totals.ts'
import { shortDay } from '../../../contract/totals/words.ts'
import { sparkOf } from '../market/spark/Sparkline.tsx'

/** Size in units of the drawing, which is stretched to the width of its card. */
const BOX = { width: 300, height: 40 }
/** Margin for the line's width. */
const EDGE = 4

interface DayChartProps {
  measure: Measure
  period: TotalsPeriod
  /** days that have begun, with the value of the measure; null without one */
  days: readonly { day: string; value: number | null; missing: boolean }[]
}

/** Line of a measure over the days of a period, with gaps; days without prices are shaded. */
export function DayChart({ measure, period, days }: DayChartProps) {
  const known = days.flatMap(({ value }) => value ?? [])
  if (known.length === 0) return <p className="totals-no-line">По дням пока ничего нет</p>
  const length = dayNumber(period.to) - dayNumber(period.from) + 1
  const values = Array.from({ length }, (_, n) => {
    const day = addDays(period.from, n)
    return days.find((one) => one.day === day)?.value ?? null
  })
  const { path } = sparkOf(values, BOX)
  const step = BOX.width / Math.max(1, length - 1)
  const words = days
    .map(({ day, value }) => `${shortDay(day)} ${value === null ? 'нет' : measureText(measure, value)}`)
    .join(', ')
  return (
    <div className="totals-line">
      <svg
        role="img"
        aria-label={`По дням: ${words || NO_FIGURE}`}
        viewBox={`${-EDGE} ${-EDGE} ${BOX.width + 2 * EDGE} ${BOX.height + 2 * EDGE}`}
        preserveAspectRatio="none"
      >
        {days.map(
          ({ day, missing }) =>
            missing && (
              <rect
                key={day}
                x={(dayNumber(day) - dayNumber(period.from)) * step - step / 4}
                y={-EDGE}
                width={step / 2}
                height={BOX.height + 2 * EDGE}
              />
            ),
        )}
        <path d={path} />
        {/* Dots are the round caps of lines without length: circles would be stretched with the drawing. */}
        <path className="totals-dots" d={pointsOf(path)} />
      </svg>
      <p className="totals-range" aria-hidden="true">
        <span>{Number(period.from.slice(8))}</span>
        <span>{measureRange(measure, known)}</span>
        <span>{shortDay(period.to)}</span>
      </p>
    </div>
  )
}

/** Returns the lines without length of a path: days between two gaps. */
const pointsOf = (path: string): string => (path.match(/M([^ML]+)L\1(?=M|$)/g) ?? []).join('')
