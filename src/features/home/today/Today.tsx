import { useQuery } from '@tanstack/react-query'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import { todayQuery } from '../today-query.ts'
import { NotificationsTile } from './NotificationsTile.tsx'
import { OfflineTile } from './OfflineTile.tsx'
import { PageTile } from './PageTile.tsx'
import { SummaryTiles } from './SummaryTiles.tsx'
import { AwaitedTiles } from './Tile.tsx'
import './today.css'

/** Section 'Сегодня' below the reports (specification 2.14). Each of its numbers links to the counted rows. */
export function Today() {
  const { data: companion, isPending } = useQuery(companionQuery)
  const summed = companion?.offers.includes('today') === true
  // Only reads the day from the query's cache; the tiles fetch the summary.
  const { data: today } = useQuery({ ...todayQuery, enabled: false })
  const day = summed ? today?.day : undefined
  return (
    <section className="today" aria-labelledby="today-heading">
      <div className="today-title flex items-baseline gap-12 nowrap">
        <h2 id="today-heading" className="home-heading">
          Сегодня
        </h2>
        {day && day !== isoToday() && (
          <p className="today-day text-13 text-muted">последние цены за {formatDay(day)}</p>
        )}
      </div>
      <div className="rounded-lg bg-raised border">
        <div className="today-tiles">
          {isPending ? (
            <AwaitedTiles count={4} />
          ) : (
            <>
              {companion && (summed ? <SummaryTiles {...companion} /> : <PageTile />)}
              <NotificationsTile />
            </>
          )}
        </div>
        <OfflineTile />
      </div>
    </section>
  )
}
