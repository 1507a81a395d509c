import { formatSize } from '../../../contract/lib/format-size.ts'
import type { SourceHistory } from '../../../contract/sources/source.ts'
import { DataTable } from '../cabinet/DataTable.tsx'
import { formatCount, formatSourceDay } from './texts.ts'

interface TrafficSectionProps {
  traffic: NonNullable<SourceHistory['traffic']>
  /** id of the heading */
  heading: string
}

/** Requests that a shop received for its pages, by day (specification 23.4). */
export function TrafficSection({ traffic, heading }: TrafficSectionProps) {
  if (traffic.length === 0) return null
  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>Запросы к сайту</h2>
      <DataTable className="chart-table" aria-labelledby={heading} columns={['День', 'Запросов', 'Получено']}>
        {traffic.map(({ day, requests, bytes }) => (
          <tr key={day}>
            <th scope="row">{formatSourceDay(day)}</th>
            <td data-label="Запросов">{formatCount(requests)}</td>
            <td data-label="Получено">{formatSize(bytes)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
