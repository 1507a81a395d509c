import { useRef, useState } from 'react'
import type { Arrival, Outlet, Publication } from '../../../contract/outlets/outlet.ts'
import { OUTLET_CALLS } from '../../../contract/outlets/outlet-calls.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { call } from '../../data/send-call.ts'
import { randomId } from '../../lib/random-id.ts'
import { Button } from '../../ui/Button.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { formatDay, formatMoment } from '../../ui/format-moment.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { ACTIONS, DataTable } from '../cabinet/DataTable.tsx'
import { arrivalText, largestChangeText, numberText } from './outlet-words.ts'

/** Section with the published prices, and the number of them that have arrived. */
export function CurrentSection({ outlet: { current, arrival } }: { outlet: Outlet }) {
  if (!current)
    return (
      <section className="panel" aria-labelledby="current-heading">
        <h2 id="current-heading">Сейчас в файле</h2>
        <p className="panel-words">
          Ещё ничего: магазин получает файл после первой публикации. Опубликовать можно согласованный набор из
          «Решений».
        </p>
      </section>
    )
  const facts: Fact[] = [
    ['Набор', current.set_name],
    ['Цен', numberText(current.prices)],
    [
      'Наибольшее изменение',
      current.largest_change === null ? '—' : largestChangeText(current.largest_change),
    ],
    ['Опубликовано', `${formatMoment(current.at)}${current.by === '' ? '' : `, ${current.by}`}`],
    [
      'Дошло',
      arrival ? (
        <>
          <b
            className="outlets-arrived font-semibold text-success nowrap"
            data-missing={arrival.arrived < arrival.of || undefined}
          >
            {arrivalText(arrival)}
          </b>{' '}
          по ценам за {formatDay(arrival.day)}
        </>
      ) : (
        'наших новых цен ещё нет'
      ),
    ],
  ]
  return (
    <section className="panel" aria-labelledby="current-heading">
      <h2 id="current-heading">Сейчас в файле</h2>
      <Facts className="outlet-facts grid gap-8-24 text-14" facts={facts} />
      {arrival && arrival.missing.length > 0 && <MissingPrices arrival={arrival} />}
    </section>
  )
}

function MissingPrices({ arrival: { arrived, of, missing } }: { arrival: Arrival }) {
  const rest = of - arrived - missing.length
  return (
    <details className="disclosure outlet-missing">
      <summary>Не дошло: {numberText(of - arrived)}</summary>
      <DataTable
        aria-label="Цены, которые не дошли"
        columns={['Шина', 'Город', 'Опубликовано, ₽', 'На сайте, ₽']}
      >
        {missing.map(({ id, name, city, price, own }) => (
          <tr key={`${id} ${city} ${price}`}>
            <th scope="row">
              {name}
              <span className="block text-13 font-normal text-muted wrap-anywhere">{id}</span>
            </th>
            <td>{city}</td>
            <td data-label="Опубликовано">{formatCell(price, 'price')}</td>
            <td data-label="На сайте">{own === null ? 'цены нет' : formatCell(own, 'price')}</td>
          </tr>
        ))}
      </DataTable>
      {rest > 0 && <p className="field-hint">И ещё {numberText(rest)}.</p>}
    </details>
  )
}

interface PublicationsSectionProps {
  outlet: Outlet
  /** newest first */
  publications: readonly Publication[]
  /** called with a message when earlier prices were published again */
  onDone(words: string): void
}

/** Number of publications that are displayed at first. */
const FIRST = 10

/** List of publications, from which earlier prices can be published again. */
export function PublicationsSection({ outlet, publications, onDone }: PublicationsSectionProps) {
  const [all, setAll] = useState(false)
  const [asked, setAsked] = useState<Publication | null>(null)
  const key = useRef('')
  if (publications.length === 0) return null
  const ask = (publication: Publication) => {
    // Each question has a key of its own, with which repetitions publish once.
    key.current = randomId()
    setAsked(publication)
  }
  const former = publications.find(({ current }) => !current)
  return (
    <section className="data-panel" aria-labelledby="publications-heading">
      <header className="outlet-section-head">
        <h2 id="publications-heading">Публикации</h2>
        {former && <Button onClick={() => ask(former)}>Вернуть прежние</Button>}
      </header>
      <DataTable
        long
        className="publications-table"
        aria-labelledby="publications-heading"
        columns={['Когда и кто', 'Набор', 'Цен', 'Наибольшее изменение', ACTIONS]}
      >
        {publications.slice(0, all ? undefined : FIRST).map((publication) => (
          <tr key={publication.id}>
            <th scope="row">
              {formatMoment(publication.at)}
              {publication.by !== '' && (
                <span className="block text-13 font-normal text-muted wrap-anywhere">{publication.by}</span>
              )}
            </th>
            <td>
              {publication.set_name}
              {publication.restored && (
                <span className="block text-13 font-normal text-muted wrap-anywhere">возвращён</span>
              )}
            </td>
            <td data-label="Цен">{numberText(publication.prices)}</td>
            <td data-label="Наибольшее изменение">
              {publication.largest_change === null ? '—' : largestChangeText(publication.largest_change)}
            </td>
            <td>
              {publication.current ? (
                <span className="text-14 text-muted">
                  {publication === publications.find(({ current }) => current)
                    ? 'в файле сейчас'
                    : 'те же цены'}
                </span>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={`Вернуть цены от ${formatMoment(publication.at)}`}
                  onClick={() => ask(publication)}
                >
                  Вернуть
                </Button>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {!all && publications.length > FIRST && (
        <div className="outlet-section-foot">
          <Button variant="quiet" onClick={() => setAll(true)}>
            Показать все {publications.length}
          </Button>
        </div>
      )}
      {asked && (
        <AskDialog
          title="Вернуть прежние цены?"
          agree="Вернуть"
          act={() => call(OUTLET_CALLS.restore, { id: outlet.id, key: key.current, publication: asked.id })}
          onDone={() => {
            setAsked(null)
            onDone(`Возвращён набор «${asked.set_name}»: ${countText(asked.prices, PRICES)}.`)
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            В файле снова будет набор «{asked.set_name}», опубликованный {formatMoment(asked.at)}:{' '}
            {countText(asked.prices, PRICES)}. Магазин получит их, когда заберёт файл.
          </p>
        </AskDialog>
      )}
    </section>
  )
}
