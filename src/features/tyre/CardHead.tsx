import type { ReactNode } from 'react'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SpecName } from '../../../contract/tyre/tyre-specs.ts'
import { namedTyre, sizeText } from '../../../contract/tyre/tyre-text.ts'
import { formatDay } from '../../ui/format-moment.ts'

interface CardHeadProps {
  id: string
  specs: Readonly<Record<SpecName, Cell>> | undefined
  /** day of the displayed prices, YYYY-MM-DD; null while unknown */
  day: string | null
  controls: ReactNode
}

export function CardHead({ id, specs, day, controls }: CardHeadProps) {
  return (
    <header className="tyre-head grid gap-4">
      <div className="tyre-controls flex items-center gap-4">{controls}</div>
      <h2 id={id} tabIndex={-1}>
        {specs ? namedTyre(specs) : 'Карточка шины'}
      </h2>
      {specs && (
        <ul className="tyre-specs flex flex-wrap text-14 text-muted">
          {[
            specs.brand,
            sizeText(specs),
            specs.season,
            specs.vehicleType,
            specs.article === null ? null : `арт. ${specs.article}`,
          ]
            .filter(Boolean)
            .map((part) => (
              <li key={part}>{part}</li>
            ))}
          {day !== null && (
            <li>
              цены за <time dateTime={day}>{formatDay(day)}</time>
            </li>
          )}
        </ul>
      )}
    </header>
  )
}
