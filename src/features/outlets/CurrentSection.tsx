import type { ReactNode } from 'react'
import type { Arrival, Outlet } from '../../../contract/outlets/outlet.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { formatDay, formatMoment } from '../../ui/format-moment.ts'
import { DataTable } from '../cabinet/DataTable.tsx'
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
  const facts: [name: string, value: ReactNode][] = [
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
      <dl className="outlet-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {arrival && arrival.missing.length > 0 && <MissingPrices arrival={arrival} />}
    </section>
  )
}

function MissingPrices({ arrival: { arrived, of, missing } }: { arrival: Arrival }) {
  const rest = of - arrived - missing.length
  return (
    <details className="outlet-missing">
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
