import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Companion, ownSiteRule } from '../../../../contract/companion.ts'
import type { SiteMoves, Today } from '../../../../contract/dashboard/today.ts'
import type { IsOwnSite } from '../../../../contract/reports/columns.ts'
import { formatCell, trendOf } from '../../../../contract/reports/format-cell.ts'
import type { Move } from '../../../../contract/reports/moves.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'
import { countText } from '../../../ui/plural.ts'
import { todayQuery } from '../today-query.ts'
import { OwnTile } from './OwnTile.tsx'
import { AwaitedTiles, Count, DayLine, Tile, TileProblem } from './Tile.tsx'
import { movesPath } from './tile-links.ts'

/** Tiles with the companion's summary of the last day with prices (specification 2.15). */
export function SummaryTiles({ offers, ownHosts }: Pick<Companion, 'offers' | 'ownHosts'>) {
  const { data, error, refetch } = useQuery(todayQuery)
  if (error && !data) return <TileProblem title="Цены" error={error} onRetry={() => void refetch()} />
  if (!data) return <AwaitedTiles count={3} />
  const { day, sites, moved, own, moves } = data
  if (day === null)
    return (
      <Tile title="Цены">
        <p className="today-words">
          Цен пока нет.{' '}
          {offers.includes('sources') ? (
            <Link to={ROUTES.sources}>Загрузите первый прайс-лист в «Источниках»</Link>
          ) : (
            'Попросите администратора загрузить первый прайс-лист'
          )}
          .
        </p>
      </Tile>
    )
  return (
    <>
      <OwnTile day={day} own={own} />
      <SiteMovesTile
        {...{ day, sites, moved }}
        compares={offers.includes('compare')}
        isOwnSite={ownSiteRule(ownHosts)}
      />
      <MovesTile day={day} sites={sites} moves={moves} />
    </>
  )
}

/** Maximum number of listed sites (ROWS). If there are more, NAMED of them are listed above the number of the rest. */
const [ROWS, NAMED] = [4, 3]

interface SiteMovesTileProps extends Pick<Today, 'sites' | 'moved'> {
  day: string
  /** whether the server compares any two days and can filter by kind of price change (specification 4.30) */
  compares: boolean
  isOwnSite: IsOwnSite
}

/** Tile with price rises and falls by site: competitors first, each group by the number of changes. */
function SiteMovesTile({ day, sites, moved, compares, isOwnSite }: SiteMovesTileProps) {
  const [isOpen, setOpen] = useState(false)
  const sorted = sites.toSorted(
    (a, b) => Number(isOwnSite(a.site)) - Number(isOwnSite(b.site)) || b.up + b.down - a.up - a.down,
  )
  const named = isOpen ? sorted : sorted.slice(0, sites.length > ROWS ? NAMED : ROWS)
  const rest = sites.length - named.length
  const to = (site: SiteMoves, move: Move) => movesPath(day, site, compares ? move : null)
  return (
    <Tile title="Изменения цен" foot={<DayLine counts={moved} />} scrolls={isOpen}>
      {sites.length === 0 && (
        <p className="today-words">Сравнить пока не с чем: нужны цены ещё хотя бы за один день.</p>
      )}
      {named.map((site) => (
        <p key={site.site} className="today-row">
          <span title={site.site}>{site.site}</span>
          <span className="flex gap-4">
            <Count
              value={site.up}
              to={to(site, 'up')}
              label={`${site.site}, подорожали`}
              className="today-up"
            />
            <Count
              value={site.down}
              to={to(site, 'down')}
              label={`${site.site}, подешевели`}
              className="today-down"
            />
          </span>
        </p>
      ))}
      {rest > 0 && (
        <button type="button" className="today-row" onClick={() => setOpen(true)}>
          <span>и ещё {countText(rest, ['сайт', 'сайта', 'сайтов'])}</span>
        </button>
      )}
    </Tile>
  )
}

interface MovesTileProps extends Pick<Today, 'moves' | 'sites'> {
  day: string
}

const TREND_CLASSES = { rise: 'today-up', fall: 'today-down' } as const

/** Tile with the tyres whose prices changed most; each row opens the tyre's card. */
function MovesTile({ day, sites, moves }: MovesTileProps) {
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
