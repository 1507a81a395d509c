import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Companion, ownSiteRule } from '../../../../contract/companion.ts'
import type { Today } from '../../../../contract/dashboard/today.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { todayQuery } from '../today-query.ts'
import { MovesTile } from './MovesTile.tsx'
import { OwnTile } from './OwnTile.tsx'
import { SiteMovesTile, type SiteMovesTileProps } from './SiteMovesTile.tsx'
import { AwaitedTiles, Tile } from './Tile.tsx'
import { TileProblem } from './TileProblem.tsx'

/** Tiles with the companion's summary of the last day with prices (specification 2.15). */
export function SummaryTiles({ offers, ownHosts }: Pick<Companion, 'offers' | 'ownHosts'>) {
  const { data, error, refetch } = useQuery(todayQuery)
  if (error && !data) return <TileProblem title="Цены" error={error} onRetry={() => void refetch()} />
  if (!data) return <AwaitedTiles count={3} />
  return data.day === null ? (
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
  ) : (
    <DayTiles
      today={data}
      day={data.day}
      compares={offers.includes('compare')}
      isOwnSite={ownSiteRule(ownHosts)}
    />
  )
}

interface DayTilesProps extends Pick<SiteMovesTileProps, 'day' | 'compares' | 'isOwnSite'> {
  today: Today
}

function DayTiles({ today, day, ...rest }: DayTilesProps) {
  const { sites, moved, own, moves } = today
  return (
    <>
      <OwnTile day={day} own={own} />
      <SiteMovesTile day={day} sites={sites} moved={moved} {...rest} />
      <MovesTile day={day} sites={sites} moves={moves} />
    </>
  )
}
