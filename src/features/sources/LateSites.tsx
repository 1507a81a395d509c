import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { freshnessOn } from '../../../contract/dashboard/freshness.ts'
import { latestPriceDay } from '../../../contract/legacy/filter-options.ts'
import { isoToday } from '../../../contract/lib/dates.ts'
import type { Source } from '../../../contract/sources/source.ts'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { useOffer } from '../cabinet/useOffer.ts'
import { newSourceOf, sourcePath } from './source-routes.ts'
import { formatSourceDay } from './texts.ts'

/** Sites that have no prices of the last day with prices. */
interface MissedDay {
  /** YYYY-MM-DD */
  day: string
  /** the site whose prices stopped most recently comes first */
  sites: readonly { site: string; day: string }[]
}

/** Returns the sites without prices of the last day; undefined while they load. */
export function useMissedDay(): MissedDay | undefined {
  const offered = useOffer('freshness') === true
  const { data, isLoading } = useQuery({ ...freshnessQuery, enabled: offered })
  if (isLoading) return undefined
  const day = latestPriceDay(data?.days.toReversed() ?? [], isoToday())
  return { day, sites: data ? freshnessOn(data, day).stale.toReversed() : [] }
}

interface LateSitesProps extends MissedDay {
  sources: readonly Source[]
}

/** Sites to which the home page's 'Нет прайса' leads, each with its last day and its source (specification 12.2). */
export function LateSites({ day, sites, sources }: LateSitesProps) {
  if (sites.length === 0) return null
  return (
    <section className="panel late-sites" aria-labelledby="late-sites-heading">
      <h2 id="late-sites-heading">Нет прайса за {formatSourceDay(day)}</h2>
      <ul>
        {sites.map((one) => {
          const own = sources.filter(({ site }) => site === one.site)
          return (
            <li key={one.site}>
              <b>{one.site}</b> <span>последние за {formatSourceDay(one.day)}</span>{' '}
              <span className="late-sites-way">
                {own.map(({ id, site, title }) => (
                  <Link key={id} to={sourcePath(id)} aria-label={`Открыть источник ${title || site}`}>
                    {own.length === 1 ? 'Открыть источник' : title || site}
                  </Link>
                ))}
                {own.length === 0 && (
                  <Link to={newSourceOf(one.site)} aria-label={`Добавить источник ${one.site}`}>
                    Добавить источник
                  </Link>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
