import { useQuery } from '@tanstack/react-query'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { changesPath } from '../../../../contract/reports/changes-path.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { reportPageQuery } from '../../../data/report-queries.ts'
import { defaultChoice, listRequest } from '../../report-choice/report-address.ts'
import { AwaitedTiles, CountRow, Tile, TileProblem } from './Tile.tsx'
import { deviationsPath } from './tile-links.ts'

const TITLE = 'Наши цены'

/** Tile for a server without summaries: figures from the first page of today's price changes (specification 2.16). */
export function PageTile() {
  const { data, error, refetch } = useQuery(firstPageQuery())
  const day = isoToday()
  if (error) return <TileProblem title={TITLE} error={error} onRetry={() => void refetch()} />
  if (!data) return <AwaitedTiles count={1} />
  const { above, at, below, highlighted } = pageDeviationCounts(data.rows)
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

/** Query for the first page of today's price changes, whose rows are counted for a server without summaries. */
export function firstPageQuery() {
  const report = REPORTS['price-changes']
  return reportPageQuery(listRequest(report, defaultChoice(report)), 1)
}

/** Numbers of rows on one page of price changes, by the deviation of the own price in each row (specification 10.9). */
interface PageStanding {
  above: number
  at: number
  below: number
  /** rows whose deviation exceeds the user's percent (specification 4.24) */
  highlighted: number
}

export function pageDeviationCounts(rows: readonly ReportRow[]): PageStanding {
  const deviations = rows.map(({ own }) => own.diffPercent).filter((cell) => typeof cell === 'number')
  return {
    above: deviations.filter((percent) => percent > 0).length,
    at: deviations.filter((percent) => percent === 0).length,
    below: deviations.filter((percent) => percent < 0).length,
    highlighted: rows.filter(({ highlighted }) => highlighted).length,
  }
}
