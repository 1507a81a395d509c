import { useState } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import type { FeedFetch } from '../../../contract/outlets/outlet.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { DataTable } from '../cabinet/DataTable.tsx'

/** Number of requests that are displayed at first. */
const FIRST = 10

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'забрали файл',
  304: 'файл не менялся',
  404: 'ещё не было публикаций',
  499: 'оборвали на полпути',
}

/** List of the requests of the file. */
export function FetchesSection({ fetches }: { fetches: readonly FeedFetch[] }) {
  const [all, setAll] = useState(false)
  return (
    <section className="data-panel" aria-labelledby="fetches-heading">
      <header className="outlet-section-head">
        <h2 id="fetches-heading">Кто забирал</h2>
      </header>
      {fetches.length === 0 ? (
        <p className="outlet-section-foot panel-words">Пока никто.</p>
      ) : (
        <DataTable
          className="fetches-table"
          aria-labelledby="fetches-heading"
          columns={['Когда', 'Что', 'Размер', 'Откуда']}
        >
          {fetches.slice(0, all ? undefined : FIRST).map((fetched, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests have no id, and rows have no state
            <tr key={index}>
              <th scope="row">{formatMoment(fetched.at)}</th>
              <td>{STATUS_WORDS[fetched.status] ?? `ответ ${fetched.status}`}</td>
              <td>{fetched.bytes > 0 && formatSize(fetched.bytes)}</td>
              <td>
                {fetched.network}
                <span className="block text-13 font-normal text-muted wrap-anywhere">{fetched.agent}</span>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {!all && fetches.length > FIRST && (
        <div className="outlet-section-foot">
          <Button variant="quiet" onClick={() => setAll(true)}>
            Показать все {fetches.length}
          </Button>
        </div>
      )}
    </section>
  )
}
