import { formatDay } from '../../ui/format-moment.ts'

interface SimulationChartProps {
  label: string
  days: readonly string[]
  /** values of each day; null on days without one */
  own: readonly (number | null)[]
  strategy: readonly (number | null)[]
  write(value: number | null): string
}

const [WIDTH, HEIGHT, INSET] = [600, 160, 8]

/** Line chart of two series; a day without a value is a gap. */
export function SimulationChart({ label, days, own, strategy, write }: SimulationChartProps) {
  const known = [...own, ...strategy].filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (at: number) => INSET + (at / Math.max(days.length - 1, 1)) * (WIDTH - 2 * INSET)
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - INSET - ((value - low) / (high - low)) * (HEIGHT - 2 * INSET)
  const ends = (values: readonly (number | null)[]) =>
    `от ${write(values.find((value) => value !== null) ?? null)} до ${write(values.findLast((value) => value !== null) ?? null)}`
  return (
    <figure className="simulation-chart grid gap-4 text-12 text-muted">
      <figcaption>
        <span className="simulation-own">как было</span>
        <span className="simulation-strategy">по стратегии</span>
      </figcaption>
      <div className="simulation-plot">
        <span>{write(high)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label} по дням. Как было: ${ends(own)}. По стратегии: ${ends(strategy)}.`}
        >
          {[own, strategy].map((values, index) => (
            <g key={index === 0 ? 'own' : 'strategy'} className={index === 0 ? 'line-own' : 'line-strategy'}>
              {runsOf(values).map((run) => (
                <polyline
                  key={run[0]?.at}
                  points={(run.length === 1 ? [...run, ...run] : run)
                    .map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
                    .join(' ')}
                />
              ))}
            </g>
          ))}
        </svg>
        <span>{write(low)}</span>
      </div>
      <div className="simulation-days">
        <span>{formatDay(days[0] ?? '')}</span>
        <span>{formatDay(days.at(-1) ?? '')}</span>
      </div>
    </figure>
  )
}

interface Point {
  at: number
  value: number
}

/** Returns the runs of consecutive days with values. */
function runsOf(values: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const run = runs.at(-1)
    if (run?.at(-1)?.at === at - 1) run.push({ at, value })
    else runs.push([{ at, value }])
  }
  return runs
}
