import { formatSize } from '../../../contract/lib/format-size.ts'
import type { SourceHistory } from '../../../contract/sources/source.ts'
import { countText } from '../../ui/plural.ts'
import { DataTable } from '../cabinet/DataTable.tsx'
import { formatCount, formatSourceDay, OFFERS } from './texts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Height of the drawing in its own units; CSS stretches the drawing to its container. */
const HEIGHT = 100
const STEP = 10

type Day = SourceHistory['days'][number]

/** Bar chart of the number of offers by day, with gaps at days without prices. */
export function OffersChart({ days }: { days: readonly Day[] }) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const most = Math.max(1, ...days.map(({ offers }) => offers))
  const place = (day: string) => Math.round((Date.parse(day) - Date.parse(first.day)) / DAY_MS)
  const count = place(last.day) + 1
  const width = count * STEP
  // Limits the width: a few bars would otherwise fill the container.
  const maxWidth = `${count === 1 ? 5 : Math.max(12, count * 3)}rem`
  const summary = `Предложения по дням с ${formatSourceDay(first.day)} по ${formatSourceDay(last.day)}: от ${formatCount(
    Math.min(...days.map(({ offers }) => offers)),
  )} до ${formatCount(most)}, последний день — ${formatCount(last.offers)}`
  return (
    <figure className="chart">
      <figcaption className="field-hint">Больше всего: {countText(most, OFFERS)}</figcaption>
      <div style={{ maxWidth }}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {days.map(({ day, offers }) => {
            const height = Math.max(1, (offers / most) * HEIGHT)
            return (
              <rect key={day} x={place(day) * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height}>
                <title>{`${formatSourceDay(day)}: ${formatCount(offers)}`}</title>
              </rect>
            )
          })}
        </svg>
        <div className="field-hint flex justify-between" aria-hidden>
          <span>{formatSourceDay(first.day)}</span>
          {last !== first && <span>{formatSourceDay(last.day)}</span>}
        </div>
      </div>
      <details className="disclosure">
        <summary>Показать таблицей</summary>
        <DataTable className="chart-table" columns={['День', 'Шин', 'Предложений']}>
          {[...days].reverse().map(({ day, tyres, offers }) => (
            <tr key={day}>
              <th scope="row">{formatSourceDay(day)}</th>
              <td data-label="Шин">{formatCount(tyres)}</td>
              <td data-label="Предложений">{formatCount(offers)}</td>
            </tr>
          ))}
        </DataTable>
      </details>
    </figure>
  )
}

interface TrafficSectionProps {
  traffic: NonNullable<SourceHistory['traffic']>
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
