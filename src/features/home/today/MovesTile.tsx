import { Link } from 'react-router-dom'
import type { Today } from '../../../../contract/dashboard/today.ts'
import { formatCell, trendOf } from '../../../../contract/reports/format-cell.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'
import { Tile } from './Tile.tsx'

interface MovesTileProps extends Pick<Today, 'moves' | 'sites'> {
  day: string
}

const TREND_CLASSES = { rise: 'today-up', fall: 'today-down' } as const

/** Tile with the tyres whose prices changed most; each row opens the tyre's card. */
export function MovesTile({ day, sites, moves }: MovesTileProps) {
  return (
    <Tile title="Самые заметные">
      {moves.length === 0 && (
        <p className="today-words">
          {sites.length === 0
            ? 'Сравнить пока не с чем: раньше этого дня цен нет.'
            : 'Со вчерашнего дня цены не менялись.'}{' '}
          Все цены — в отчётах выше.
        </p>
      )}
      {moves.map(({ key, name, site, city, percent }) => {
        const words = formatCell(percent, 'percent')
        const trend = trendOf(words, 'percent')
        return (
          <Link
            key={key}
            className="today-row"
            to={cardPath(key, { date: day, city: null, why: null })}
            title={`${name} · ${site}, ${city}`}
          >
            <span>
              {name} <small>{site}</small>
            </span>{' '}
            <b className={trend && TREND_CLASSES[trend]}>{words} %</b>
          </Link>
        )
      })}
    </Tile>
  )
}
