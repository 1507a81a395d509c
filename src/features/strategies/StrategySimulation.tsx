import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addSimulatedDays, SIMULATED_DAYS, type SimulatedDay } from '../../../contract/strategies/figures.ts'
import { failureText } from '../../data/companion-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { PRICES, TYRES } from '../../ui/nouns.ts'
import { countText, type NounForms } from '../../ui/plural.ts'
import { ScrolledTable } from './StrategyPreview.tsx'
import { type StrategyTrial, simulationPartsQuery } from './strategy-queries.ts'
import { plainPercent } from './strategy-words.ts'

interface StrategySimulationProps {
  /** null before the first simulation */
  trial: StrategyTrial | null
  /** whether the settings have changed since */
  isOld: boolean
  /** whether the settings are incomplete */
  isBlocked: boolean
  onStart(): void
}

const NEVER: StrategyTrial = { id: null, settings: {} as StrategyTrial['settings'] }
const DAYS: NounForms = ['день', 'дня', 'дней']
const count = new Intl.NumberFormat('ru-RU')

/** Simulation of a strategy over the last 30 days (specification 19.12). */
export function StrategySimulation({ trial, isOld, isBlocked, onStart }: StrategySimulationProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...simulationPartsQuery(trial ?? NEVER),
    enabled: trial !== null,
  })
  const days = useMemo(
    () => (data?.parts ?? []).reduce<SimulatedDay[]>((sum, part) => addSimulatedDays(sum, part.days), []),
    [data],
  )
  const last = data?.parts.at(-1)
  const isRunning = isFetching
  return (
    <section className="strategies-panel" aria-labelledby="strategy-simulation">
      <h2 id="strategy-simulation">Последние 30 дней</h2>
      <p className="strategies-more">
        Что стратегия просила бы каждый день за шины, которые выбирает сегодня. Конкуренты ответили бы на
        другие цены, здесь их цены такие, какими были.
      </p>
      {isOld && !isRunning && (
        <p className="strategies-waiting text-13 bg-highlight rounded">
          Настройки изменились: проверьте ещё раз.
        </p>
      )}
      {error && (
        <Alert action={<Button onClick={() => void refetch()}>Проверить ещё раз</Button>}>
          {failureText(error)}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-8">
        <Button
          variant={trial === null ? 'primary' : 'secondary'}
          blocked={isBlocked || (isRunning && trial !== null && !isOld)}
          onClick={onStart}
        >
          Проверить за 30 дней
        </Button>
        <span className="strategies-more" role="status">
          {trial !== null && isRunning && !error && progressWords(last)}
          {last &&
            data?.isWhole &&
            !isRunning &&
            `Проверено: ${countText(last.total, TYRES)} за ${SIMULATED_DAYS} дней.`}
        </span>
      </div>
      {last && data?.isWhole && <SimulationResult days={days} tyres={last.total} />}
    </section>
  )
}

const progressWords = (last: { done: number; total: number } | undefined): string =>
  last ? `Проверено шин: ${count.format(last.done)} из ${count.format(last.total)}` : 'Проверяем...'

/** Figures of a day for the chart; null on days without own prices. */
type Figure = (day: SimulatedDay, whose: 'own' | 'strategy') => number | null

const share = (part: number, of: number): number | null => (of === 0 ? null : (part / of) * 100)
const FIGURES: Readonly<Record<'first' | 'margin' | 'changes', Figure>> = {
  first: (day, whose) =>
    whose === 'own' ? share(day.first_own, day.compared_own) : share(day.first, day.compared),
  margin: (day, whose) =>
    whose === 'own' ? share(day.margin_own / 100, day.margins_own) : share(day.margin / 100, day.margins),
  changes: (day, whose) => (day.own === 0 ? null : whose === 'own' ? day.changes_own : day.changes),
}
const SHOWN = [
  { value: 'first', name: 'Первые места' },
  { value: 'margin', name: 'Наценка' },
  { value: 'changes', name: 'Изменения' },
] as const

function SimulationResult({ days, tyres }: { days: readonly SimulatedDay[]; tyres: number }) {
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('first')
  if (days.every(({ own, prices }) => own === 0 && prices === 0))
    return (
      <p>
        {tyres === 0
          ? 'Стратегия не выбирает ни одной шины.'
          : 'Проверять нечего: этих цен нет в истории, или их решает стратегия выше по списку.'}
      </p>
    )
  const total = (name: keyof Omit<SimulatedDay, 'day'>) => days.reduce((sum, day) => sum + day[name], 0)
  const write = (value: number | null) =>
    shown === 'changes' ? (value === null ? '—' : count.format(value)) : plainPercent(value)
  const figure = FIGURES[shown]
  const facts: Fact[] = [
    [
      'Первые места',
      `${plainPercent(share(total('first_own'), total('compared_own')))} → ${plainPercent(share(total('first'), total('compared')))}`,
    ],
    [
      'Наценка',
      `${plainPercent(share(total('margin_own') / 100, total('margins_own')))} → ${plainPercent(share(total('margin') / 100, total('margins')))}`,
    ],
    ['Изменений цен', `${count.format(total('changes_own'))} → ${count.format(total('changes'))}`],
    [
      'У ограничений',
      total('held') === 0
        ? 'ни разу'
        : `${countText(total('held'), PRICES)}, ${countText(days.filter(({ held }) => held > 0).length, DAYS)}`,
    ],
  ]
  return (
    <>
      <Facts className="strategy-facts grid text-15 font-semibold" facts={facts} />
      <p className="strategies-more">Слева — как было, справа — по стратегии.</p>
      <Choice label="Показать" options={SHOWN} value={shown} onChange={(next) => setShown(next)} />
      <SimulationChart
        label={SHOWN.find(({ value }) => value === shown)?.name ?? ''}
        days={days.map(({ day }) => day)}
        own={days.map((day) => figure(day, 'own'))}
        strategy={days.map((day) => (day.own === 0 ? null : figure(day, 'strategy')))}
        write={write}
      />
      <DayTable days={days} />
    </>
  )
}

const COLUMNS = ['День', 'Первые места', 'Наценка', 'Изменений', 'У ограничений'] as const

function DayTable({ days }: { days: readonly SimulatedDay[] }) {
  const pair = (figure: Figure, day: SimulatedDay) =>
    `${plainPercent(figure(day, 'own'))} → ${plainPercent(figure(day, 'strategy'))}`
  return (
    <details className="disclosure">
      <summary>По дням</summary>
      <ScrolledTable label="Проверка по дням" columns={COLUMNS}>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDay(day.day)}</th>
            {day.own === 0 ? (
              <td colSpan={COLUMNS.length - 1}>нет наших цен</td>
            ) : (
              <>
                <td>{pair(FIGURES.first, day)}</td>
                <td>{pair(FIGURES.margin, day)}</td>
                <td>
                  {day.changes_own} → {day.changes}
                </td>
                <td>{day.held}</td>
              </>
            )}
          </tr>
        ))}
      </ScrolledTable>
    </details>
  )
}

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
function SimulationChart({ label, days, own, strategy, write }: SimulationChartProps) {
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
      <div className="simulation-plot grid border rounded">
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
