import { useQuery } from '@tanstack/react-query'
import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import { coverageQuery } from '../../data/matching-queries.ts'
import { DataTable } from '../cabinet/DataTable.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'

type SiteCoverage = CoverageAnswer['sites'][number]

const number = new Intl.NumberFormat('ru-RU')

/** Number of listings that can be compared. */
const comparable = ({ listings, excluded }: SiteCoverage): number => listings - excluded

/** How far the listings of each site are matched, own site first (specification 21.10). */
export function CoverageSection() {
  const { data, error, refetch } = useQuery(coverageQuery)
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />
  // The same line without words, so that the section below does not move.
  if (!data)
    return (
      <details className="coverage panel" inert>
        <summary>
          <span>{'\u00a0'}</span>
        </summary>
      </details>
    )
  if (data.sites.length === 0) return null
  const sites = data.sites.toSorted((a, b) => Number(b.own) - Number(a.own) || b.listings - a.listings)
  const [first] = sites as [SiteCoverage]
  return (
    <details
      className="coverage panel"
      onToggle={({ currentTarget }) => currentTarget.open && void refetch()}
    >
      <summary>
        <span>
          {first.site}: сопоставлено <strong>{number.format(first.matched)}</strong> из{' '}
          {number.format(comparable(first))}
        </span>
        <CoverageBar site={first} />
        <span className="ml-auto text-accent">по сайтам</span>
      </summary>
      <DataTable
        aria-label="Сопоставлено по сайтам"
        columns={[
          'Сайт',
          'Сопоставлено',
          { hidden: 'Доля' },
          'На проверке',
          'Только у них',
          'Не сравнивается',
        ]}
      >
        {sites.map((site) => (
          <tr key={site.site}>
            <th scope="row">
              {site.site}
              {site.own && <span className="state-chip">наш сайт</span>}
            </th>
            <td data-label="Сопоставлено">
              {number.format(site.matched)} из {number.format(comparable(site))}
            </td>
            <td>
              <CoverageBar site={site} />
            </td>
            <td data-label="На проверке">{number.format(site.waiting)}</td>
            <td data-label={site.own ? 'Только у нас' : 'Только у них'}>{number.format(site.alone)}</td>
            <td data-label="Не сравнивается">{number.format(site.excluded)}</td>
          </tr>
        ))}
      </DataTable>
    </details>
  )
}

function CoverageBar({ site }: { site: SiteCoverage }) {
  return (
    <meter
      className="coverage-bar"
      min={0}
      max={Math.max(1, comparable(site))}
      value={site.matched}
      aria-hidden
    />
  )
}
