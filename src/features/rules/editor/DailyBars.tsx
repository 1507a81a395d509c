import { addDays } from '../../../../contract/lib/dates.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import { countText } from '../../../ui/plural.ts'
import { EVENTS } from '../hit-words.ts'

/** Width of a day and height of the drawing in its own units; CSS stretches the drawing to its container. */
const STEP = 10
const HEIGHT = 60

interface DailyBarsProps {
  /** first day, YYYY-MM-DD */
  from: string
  /** number of events of each day; null for a day without prices */
  daily: readonly (number | null)[]
}

/** Bar chart of the number of events a day. Days without prices have a mark instead of a bar. */
export function DailyBars({ from, daily }: DailyBarsProps) {
  const most = Math.max(1, ...daily.map((events) => events ?? 0))
  const days = daily.map((events, at) => ({ day: formatDay(addDays(from, at)), events }))
  const [first, last] = [days[0], days.at(-1)]
  const busiest = days.find(({ events }) => events === most)
  if (!first || !last || !busiest) return null
  return (
    <figure className="rule-bars grid gap-4 m-0">
      <figcaption className="field-hint">
        Больше всего {busiest.day}: {countText(most, EVENTS)}
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`События по дням с ${first.day} по ${last.day}, больше всего ${busiest.day}: ${countText(most, EVENTS)}`}
      >
        {days.map(({ day, events }, at) => {
          const height = events === null ? 2 : Math.max(events === 0 ? 0 : 3, (events / most) * HEIGHT)
          return (
            <rect
              key={day}
              x={at * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              data-empty={events === null || undefined}
            >
              <title>{`${day}: ${events === null ? 'цен нет' : countText(events, EVENTS)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div className="field-hint flex justify-between" aria-hidden>
        <span>{first.day}</span>
        <span>{last.day}</span>
      </div>
    </figure>
  )
}
