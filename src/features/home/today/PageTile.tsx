import { useQuery } from '@tanstack/react-query'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { changesPath } from '../../../../contract/reports/changes-path.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { deviationsPath } from './links.ts'
import { firstPageQuery, pageStanding } from './page-ranks.ts'
import { AwaitedTiles, CountRow, Tile } from './Tile.tsx'
import { TileProblem } from './TileProblem.tsx'

const TITLE = 'Наши цены'

/** Tile for a server without summaries: figures from the first page of today's price changes (specification 2.16). */
export function PageTile() {
  const { data, error, refetch } = useQuery(firstPageQuery())
  const day = isoToday()
  if (error) return <TileProblem title={TITLE} error={error} onRetry={() => void refetch()} />
  if (!data) return <AwaitedTiles count={1} />
  const { above, at, below, highlighted } = pageStanding(data.rows)
  const foot = <p className="today-line">по первой странице отчёта об изменениях</p>
  return (
    <Tile title={TITLE} foot={data.rows.length > 0 && foot}>
      {data.rows.length === 0 ? (
        <p className="today-words">
          За сегодня изменений цен нет. Выберите другой день в отчёте «{REPORTS['price-changes'].code}».
        </p>
      ) : (
        <>
          <CountRow label="Дороже медианы" value={above} to={deviationsPath(day, 'above')} />
          <CountRow label="По медиане" value={at} to={deviationsPath(day, 'at')} />
          <CountRow label="Дешевле медианы" value={below} to={deviationsPath(day, 'below')} />
          <CountRow label="◆ больше порога" value={highlighted} to={changesPath(day, {})} />
        </>
      )}
    </Tile>
  )
}
