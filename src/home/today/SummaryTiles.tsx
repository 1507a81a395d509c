import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Companion } from '../../../contract/companion.ts'
import { ROUTES } from '../../../contract/routes.ts'
import type { Today } from '../../../contract/today.ts'
import { todayQuery } from '../../api/today-query.ts'
import { MovesTile } from './MovesTile.tsx'
import { OwnTile } from './OwnTile.tsx'
import { SiteMovesTile } from './SiteMovesTile.tsx'
import { AwaitedTiles, Tile } from './Tile.tsx'
import { TileProblem } from './TileProblem.tsx'

/** What the companion sums up of the last day with prices (specification 2.15). */
export function SummaryTiles({ offers }: Pick<Companion, 'offers'>) {
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
    <DayTiles today={data} day={data.day} compares={offers.includes('compare')} />
  )
}

function DayTiles({ today, day, compares }: { today: Today; day: string; compares: boolean }) {
  const { sites, moved, own, dearer, moves } = today
  return (
    <>
      <SiteMovesTile day={day} sites={sites} moved={moved} compares={compares} />
      <OwnTile day={day} own={own} dearer={dearer} />
      <MovesTile day={day} sites={sites} moves={moves} />
    </>
  )
}
