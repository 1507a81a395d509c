import { useQuery } from '@tanstack/react-query'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { useSession } from '../../../session/useSession.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import { SavedNote } from '../../../ui/SavedNote.tsx'
import { todayQuery } from '../today-query.ts'
import { NotificationsTile } from './NotificationsTile.tsx'
import { OfflineTile } from './OfflineTile.tsx'
import { PageTile } from './PageTile.tsx'
import { SummaryTiles } from './SummaryTiles.tsx'
import { AwaitedTiles } from './Tile.tsx'
import './today.css'

/** Section 'Сегодня' above the report cards (specification 2.14). Each of its numbers links to the counted rows. */
export function Today() {
  const { offline } = useSession()
  const { data: companion, isPending } = useQuery(companionQuery)
  const summed = companion?.offers.includes('today') === true
  // Only reads the day from the query's cache; the tiles fetch the summary.
  const { data: today } = useQuery({ ...todayQuery, enabled: false })
  const day = summed ? today?.day : undefined
  return (
    <section className="today" aria-labelledby="today-heading">
      <div className="today-title">
        <h2 id="today-heading">Сегодня</h2>
        {day && day !== isoToday() && <p className="today-day">последние цены за {formatDay(day)}</p>}
        {(offline || today?.gateway) && <SavedNote savedAt={today?.savedAt} gateway={today?.gateway} />}
      </div>
      <div className="today-tiles">
        {isPending && <AwaitedTiles count={3} />}
        {companion && (summed ? <SummaryTiles {...companion} /> : <PageTile />)}
        <NotificationsTile />
        <OfflineTile />
      </div>
    </section>
  )
}
