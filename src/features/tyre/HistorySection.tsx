import { useId, useRef } from 'react'
import type { HistoryKind } from '../../../contract/tyre/history-answer.ts'
import { OfflineMissError } from '../../data/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SavedNote } from '../../ui/SavedNote.tsx'
import { KIND_NAMES } from '../market/texts.ts'
import { CitySelect } from './CityChoice.tsx'
import { HistoryView } from './HistoryView.tsx'
import { useSeen } from './useSeen.ts'
import { useTyreHistory } from './useTyreHistory.ts'
import './history.css'

interface HistorySectionProps {
  tyre: string
  /** whether the person has stopped at this tyre; false while moving through the table's rows */
  settled: boolean
  /** city selected on the card; null for all cities */
  city: string | null
  /** kind of price that is selected at first */
  preferred: HistoryKind
}

const KINDS = (['retail', 'wholesale'] as const).map((value) => ({ value, name: KIND_NAMES[value] }))

/** Price history of a tyre (specification 15.5). It is fetched once the section comes into view. */
export function HistorySection({ tyre, settled, city: cardCity, preferred }: HistorySectionProps) {
  const id = useId()
  const place = useRef<HTMLElement>(null)
  const seen = useSeen(place)
  const { kind, setKind, city, setCity, cities, isForeign, data, error, isFetching, retry } = useTyreHistory(
    tyre,
    { city: cardCity, preferred, enabled: seen && settled },
  )
  return (
    <section ref={place} className="tyre-section tyre-history" aria-labelledby={id} aria-busy={isFetching}>
      <div className="tyre-section-head">
        <h3 id={id}>История цен</h3>
        <Choice<HistoryKind> label="Вид цены в истории" options={KINDS} value={kind} onChange={setKind} />
      </div>
      {cities.length > 0 && <CitySelect cities={cities} value={city} onChange={setCity} />}
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
          <p className="tyre-rank">
            {isForeign ? `В городе «${city}» этой шины не было.` : 'Таких цен за всё время не было.'}
          </p>
        ) : (
          <HistoryView key={`${tyre} ${kind} ${city ?? ''}`} history={data} from={data.from} />
        )
      ) : (
        <Loading text="Загрузка истории цен..." />
      )}
    </section>
  )
}
