import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { HistoryKind, TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { OfflineMissError } from '../../data/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { codeChunk, lazyPart } from '../../ui/code-chunk.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SavedNote } from '../../ui/SavedNote.tsx'
import { KIND_NAMES } from '../market/texts.ts'
import { CitySelect } from './CityChoice.tsx'
import { DASHES, type Line } from './chart-lines.ts'
import { DaysTable } from './DaysTable.tsx'
import { changesText, tyreDayText } from './day-text.ts'
import { HistoryNumbers } from './HistoryNumbers.tsx'
import {
  changesOfSites,
  type DayRange,
  knownDays,
  RANGES,
  type Span,
  spanOf,
  startingRange,
  zoomed,
} from './history.ts'
import { historyQuery } from './tyre-queries.ts'
import { useSeen } from './useSeen.ts'
// The chart's styles are imported here and not by its chunk, where they would be one more file to store offline.
import './chart/chart.css'
import './history.css'

const HistoryChart = lazyPart(
  codeChunk(() => import('./chart/HistoryChart.tsx')),
  (code) => code.default,
  <Loading text="Загрузка графика..." />,
)

interface HistorySectionProps {
  tyre: string
  /** whether the person has stopped at this tyre; false while moving through the table's rows */
  settled: boolean
  /** city selected on the card; null for all cities */
  city: string | null
  /** kind of price that is selected at first */
  preferred: HistoryKind
}

const ALL = ''
const KINDS = (['retail', 'wholesale'] as const).map((value) => ({ value, name: KIND_NAMES[value] }))

const ZOOMS = [
  { name: 'Приблизить', sign: '+', factor: 0.5 },
  { name: 'Отдалить', sign: '−', factor: 2 },
] as const

/** Price history of a tyre (specification 15.5). It is fetched once the section comes into view. */
export function HistorySection({ tyre, settled, city, preferred }: HistorySectionProps) {
  const id = useId()
  const place = useRef<HTMLElement>(null)
  const seen = useSeen(place)
  const [kind, setKind] = useState<HistoryKind>(preferred)
  // The card's city applies until the person selects one in this section; a later change of the card's city applies
  // again.
  const [chosen, setChosen] = useState({ city, of: city })
  const asked = chosen.of === city ? (chosen.city ?? ALL) : (city ?? ALL)
  const { data, error, isFetching, refetch } = useQuery({
    ...historyQuery(tyre, kind, asked),
    enabled: seen && settled,
  })
  const known = data?.cities ?? []
  // The city may have been selected for another tyre and have no prices of this one.
  const isForeign = asked !== ALL && !known.includes(asked)
  const cities = isForeign ? [asked, ...known] : known
  return (
    <section ref={place} className="tyre-section tyre-history" aria-labelledby={id} aria-busy={isFetching}>
      <div className="tyre-section-head">
        <h3 id={id}>История цен</h3>
        <Choice<HistoryKind> label="Вид цены в истории" options={KINDS} value={kind} onChange={setKind} />
      </div>
      {cities.length > 0 && (
        <CitySelect
          cities={cities}
          value={asked === ALL ? null : asked}
          onChange={(one) => setChosen({ city: one, of: city })}
        />
      )}
      {data && <SavedNote savedAt={data.savedAt} gateway={data.gateway} />}
      {error ? (
        <div className="tyre-note" role="status">
          <p>
            {error instanceof OfflineMissError
              ? 'Нет связи с сервером, а история этой шины ещё не сохранялась на устройстве.'
              : 'Не удалось загрузить историю цен.'}
          </p>
          <Button onClick={() => void refetch()}>Повторить</Button>
        </div>
      ) : data ? (
        data.from === null ? (
          <p className="tyre-rank">
            {isForeign ? `В городе «${asked}» этой шины не было.` : 'Таких цен за всё время не было.'}
          </p>
        ) : (
          <Moves key={`${tyre} ${kind} ${asked}`} history={data} from={data.from} />
        )
      ) : (
        <Loading text="Загрузка истории цен..." />
      )}
    </section>
  )
}

/** Number of line styles before those of the sites: one for the median, one for the own price. */
const LOOK_OF_SITES = 2

function Moves({ history, from }: { history: TyreHistory; from: string }) {
  const days = history.median.length
  const [start] = useState(() => startingRange(history))
  const [range, setRange] = useState<DayRange | null>(start)
  const [span, setSpan] = useState<Span>(() => spanOf(start, days))
  const [cursor, setCursor] = useState<number | null>(null)
  const [reached, setReached] = useState('')
  const said = useRested(reached)
  const [sites, setSites] = useState<ReadonlySet<string>>(() => new Set())
  const ours = useMemo(() => ownLine(history), [history])
  const changes = useMemo(() => changesOfSites(history), [history])
  const shown = useMemo(
    () =>
      history.sites.flatMap((site, index) =>
        sites.has(site.site) ? [{ ...site, look: lookOf(index) }] : [],
      ),
    [history, sites],
  )
  const lines = useMemo(
    (): Line[] => [
      { look: null, prices: history.min },
      { look: null, prices: history.max },
      { look: 0, prices: history.median },
      ...(ours ? [{ look: 1, prices: ours }] : []),
      ...shown.map(({ look, prices }) => ({ look, prices })),
    ],
    [history, ours, shown],
  )
  const named = [
    { name: 'Медиана', prices: history.median, uncomparable: new Set(changes.map(({ day }) => day)) },
    ...(ours ? [{ name: 'Наша цена', prices: ours }] : []),
    ...shown.map(({ site, prices }) => ({ name: site, prices })),
  ]
  const words = (day: number) => tyreDayText({ history, from, ours, shown, changes }, day)
  const inSpan = changesText(
    changes.filter(({ day }) => day > span.first && day <= span.last),
    from,
  )
  const zoom = (factor: number) => {
    setRange(null)
    setSpan(zoomed(span, factor, Math.min(Math.max(cursor ?? span.last, span.first), span.last), days))
  }
  const readout = cursor ?? span.last
  return (
    <>
      <div className="tyre-chart-bar">
        <Choice<DayRange | 'own'>
          label="За сколько дней"
          options={RANGES}
          value={range ?? 'own'}
          onChange={(value) => {
            if (value === 'own') return
            setRange(value)
            setSpan(spanOf(value, days))
          }}
        />
        <div className="tyre-zoom">
          {ZOOMS.map(({ name, sign, factor }) => (
            <button
              key={name}
              type="button"
              className="icon-button"
              aria-label={name}
              title={name}
              onClick={() => zoom(factor)}
            >
              {sign}
            </button>
          ))}
        </div>
      </div>
      <div className="tyre-chart-place">
        <HistoryChart
          from={from}
          lines={lines}
          span={span}
          cursor={cursor}
          onSpan={(next) => {
            setRange(null)
            setSpan(next)
          }}
          onCursor={(day, byKey) => {
            setCursor(day)
            if (byKey && day !== null) setReached(words(day))
          }}
          onZoom={zoom}
          label="График цен. Стрелки влево и вправо — дни, плюс и минус — масштаб."
        />
      </div>
      <p className="tyre-readout">{words(readout)}</p>
      {inSpan !== null && <p className="tyre-rank">{inSpan}</p>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <fieldset className="tyre-legend">
        <legend className="visually-hidden">Линии</legend>
        <span className="tyre-legend-line">
          <Swatch look={0} /> Медиана, полоса — от минимума до максимума
        </span>
        {ours && (
          <span className="tyre-legend-line">
            <Swatch look={1} /> Наша цена
          </span>
        )}
        {history.sites.map(({ site, own }, index) =>
          own ? null : (
            <label key={site}>
              <input
                type="checkbox"
                checked={sites.has(site)}
                onChange={({ target }) => setSites(withSite(sites, site, target.checked))}
              />
              <Swatch look={lookOf(index)} />
              {site}
            </label>
          ),
        )}
      </fieldset>
      <HistoryNumbers from={from} lines={named} />
      <DaysTable history={history} from={from} days={knownDays(history, span)} lines={named} />
    </>
  )
}

/** Returns the lowest price among the own sites for each day; null without own sites. */
function ownLine({ sites }: TyreHistory): (number | null)[] | null {
  const own = sites.filter((site) => site.own)
  const [first] = own
  if (!first) return null
  return first.prices.map((_, day) => {
    const prices = own.map((site) => site.prices[day] ?? null).filter((price) => price !== null)
    return prices.length === 0 ? null : Math.min(...prices)
  })
}

const lookOf = (index: number): number => LOOK_OF_SITES + (index % (DASHES.length - LOOK_OF_SITES))

function withSite(sites: ReadonlySet<string>, site: string, shown: boolean): ReadonlySet<string> {
  const next = new Set(sites)
  if (shown) next.add(site)
  else next.delete(site)
  return next
}

function Swatch({ look }: { look: number }) {
  return (
    <svg
      className="tyre-swatch"
      viewBox="0 0 26 8"
      aria-hidden="true"
      style={{ '--swatch': `var(--chart-${look})` } as CSSProperties}
    >
      <line x1="0" y1="4" x2="26" y2="4" strokeDasharray={DASHES[look]?.join(' ')} />
    </svg>
  )
}

/** Time in ms for which the cursor must rest before its day is announced, because a held arrow key passes many days. */
const REST_MS = 300

/** Returns the text once it has stayed unchanged for REST_MS. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}
