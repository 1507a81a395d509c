import './history.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { HistoryKind, TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { OfflineMissError } from '../../data/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SavedNote } from '../../ui/SavedNote.tsx'
import { KIND_NAMES } from '../market/price-texts.ts'
import { CitySelect } from './CityChoice.tsx'
import type { NamedLine } from './chart-lines.ts'
import { fewDaysText } from './day-text.ts'
import { DaysTable } from './HistoryTables.tsx'
import { HistoryView } from './HistoryView.tsx'
import { changesOfSites, fewDays, lowestOwnPrices } from './history.ts'
import { historyQuery } from './tyre-queries.ts'
import { useSeen } from './useSeen.ts'

interface HistorySectionProps {
  tyre: string
  /** whether the person has stopped at this tyre; false while moving through the table's rows */
  settled: boolean
  /** city selected on the card; null for all cities */
  city: string | null
  /** kind of price that is selected at first */
  preferred: HistoryKind
  /** called with true while a history is being loaded, whose height is unknown */
  onLoading(isLoading: boolean): void
}

const KINDS = (['retail', 'wholesale'] as const).map((value) => ({ value, name: KIND_NAMES[value] }))

/** Price history of a tyre (specification 15.5). It is fetched once the section comes into view. */
export function HistorySection({ tyre, settled, city: cardCity, preferred, onLoading }: HistorySectionProps) {
  const id = useId()
  const place = useRef<HTMLElement>(null)
  const seen = useSeen(place)
  const { kind, setKind, city, setCity, cities, isForeign, data, error, isFetching, retry } = useTyreHistory(
    tyre,
    { city: cardCity, preferred, enabled: seen && settled },
  )
  const isLoading = seen && settled && !data && !error
  useEffect(() => onLoading(isLoading), [isLoading, onLoading])
  const reserve = useReservedHeight(place, data !== undefined)
  const days = data && fewDays(data)
  return (
    <section
      ref={place}
      style={reserve}
      className={
        data || error
          ? 'tyre-section grid grid-cols-1 min-w-0 tyre-history'
          : 'tyre-section grid grid-cols-1 min-w-0 tyre-history tyre-history-wait'
      }
      aria-labelledby={id}
      aria-busy={isFetching}
    >
      <div className="tyre-section-head flex flex-wrap items-center justify-between gap-8">
        <h3 id={id}>История цен</h3>
        <Choice<HistoryKind> label="Вид цены в истории" options={KINDS} value={kind} onChange={setKind} />
      </div>
      {(cities.length > 1 || city !== null) && <CitySelect cities={cities} value={city} onChange={setCity} />}
      {data && <SavedNote savedAt={data.savedAt} gateway={data.gateway} />}
      {error ? (
        <div className="tyre-note" role="status">
          <p>
            {error instanceof OfflineMissError
              ? 'Нет связи с сервером, а история этой шины ещё не сохранялась на устройстве.'
              : 'Не удалось загрузить историю цен.'}
          </p>
          <Button onClick={retry}>Повторить</Button>
        </div>
      ) : data ? (
        data.from === null ? (
          <p className="text-14">
            {isForeign ? `В городе «${city}» этой шины не было.` : 'Таких цен за всё время не было.'}
          </p>
        ) : days ? (
          <FewDays history={data} from={data.from} days={days} />
        ) : (
          <HistoryView key={`${tyre} ${kind} ${city ?? ''}`} history={data} from={data.from} />
        )
      ) : (
        <Loading text="Загрузка истории цен..." />
      )}
    </section>
  )
}

/** Keeps the height of the last displayed history while the next one loads, so that nothing moves below. */
function useReservedHeight(place: { current: HTMLElement | null }, isDisplayed: boolean) {
  const height = useRef(0)
  useLayoutEffect(() => {
    if (isDisplayed) height.current = place.current?.offsetHeight ?? 0
  })
  return isDisplayed || height.current === 0 ? undefined : { minHeight: height.current }
}

interface FewDaysProps {
  history: TyreHistory
  /** day of the first price, YYYY-MM-DD */
  from: string
  /** indexes of the days with prices, one or two */
  days: readonly number[]
}

/** Sentences about the prices of one or two days, which are too few for a chart (specification 15.5). */
function FewDays({ history, from, days }: FewDaysProps) {
  const ours = lowestOwnPrices(history)
  const changes = changesOfSites(history)
  const lines: NamedLine[] = [
    ...(ours ? [{ name: 'Наша цена', prices: ours.prices }] : []),
    { name: 'Медиана', prices: history.median, uncomparable: new Set(changes.map(({ day }) => day)) },
  ]
  const others = history.sites.filter(({ own }) => !own).map(({ site, prices }) => ({ name: site, prices }))
  return (
    <>
      <ul className="grid gap-4 list-none text-14 tabular-nums">
        {lines.map(({ name, ...line }) => (
          <li key={name}>
            {name}: {fewDaysText(line, days, from)}.
          </li>
        ))}
      </ul>
      <DaysTable history={history} from={from} days={days} lines={[...lines, ...others]} />
    </>
  )
}

interface TyreHistoryOptions {
  /** city selected on the card; null for all cities */
  city: string | null
  /** price type that is selected at first */
  preferred: HistoryKind
  /** whether the history may be requested */
  enabled: boolean
}

const ALL = ''

/** Returns the history of a tyre with the selected price type and city. */
function useTyreHistory(tyre: string, { city, preferred, enabled }: TyreHistoryOptions) {
  const [kind, setKind] = useState<HistoryKind>(preferred)
  // The card's city applies until the person selects one here, and again when it changes.
  const [chosen, setChosen] = useState({ city, of: city })
  const selected = chosen.of === city ? chosen.city : city
  const { data, error, isFetching, refetch } = useQuery({
    ...historyQuery(tyre, kind, selected ?? ALL),
    enabled,
  })
  const known = data?.cities ?? []
  // The city may have been selected for another tyre and have no prices of this one.
  const isForeign = selected !== null && !known.includes(selected)
  return {
    kind,
    setKind,
    /** selected city; null for all cities */
    city: selected,
    setCity: (next: string | null) => setChosen({ city: next, of: city }),
    /** cities with prices of the tyre, and the selected one */
    cities: isForeign ? [selected, ...known] : known,
    /** whether the tyre has no prices in the selected city */
    isForeign,
    data,
    error,
    isFetching,
    retry: () => void refetch(),
  }
}
