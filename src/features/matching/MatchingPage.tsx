import './matching.css'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { coverageQuery, linesQuery } from '../../data/matching-queries.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { DataTable } from '../cabinet/DataTable.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { SectionTabs } from '../cabinet/SectionTabs.tsx'
import { FilesSection } from './FilesSection.tsx'
import { LinesSection } from './LinesSection.tsx'
import { createPairQueue, type PairQueue } from './pair-queue.ts'
import { QueueSection } from './QueueSection.tsx'

/** Queues by the query cache of the signed-in user, which a sign-out discards. */
const queues = new WeakMap<QueryClient, PairQueue>()

/**
 * Returns the queue of a user, the same one until the user signs out: a visit to another page must not forget what was
 * put off, or which decisions were made.
 */
function visitQueue(queries: QueryClient): PairQueue {
  const known = queues.get(queries) ?? createPairQueue()
  queues.set(queries, known)
  return known
}

/** Page on which people match listings of sites with tyres (specification 21.10). */
export function MatchingPage() {
  useDocumentTitle('Сопоставление')
  return (
    <section className="cabinet-page cabinet-page-wide matching" aria-label="Сопоставление">
      <OfferedPage offer="matching">
        <MatchingContent />
      </OfferedPage>
    </section>
  )
}

const SECTIONS = [
  ['', 'Очередь'],
  ['/lines', 'По моделям'],
  ['/files', 'Файлы'],
] as const

function MatchingContent() {
  const queries = useQueryClient()
  const queue = visitQueue(queries)
  useEffect(() => {
    void queue.load()
    return queue.stop
  }, [queue])
  const refresh = () => {
    queue.reload()
    void queries.invalidateQueries(coverageQuery)
  }
  return (
    <>
      <header className="flex flex-wrap items-center gap-8-24">
        <h1>Сопоставление</h1>
        <SectionTabs label="Разделы сопоставления" route={ROUTES.matching} sections={SECTIONS} />
      </header>
      <CoverageSection />
      <Routes>
        <Route index element={<QueueSection queue={queue} />} />
        <Route path="lines" element={<LinesSection onChange={refresh} />} />
        <Route
          path="files"
          element={
            <FilesSection
              onChange={() => {
                refresh()
                void queries.invalidateQueries(linesQuery)
              }}
            />
          }
        />
        <Route path="*" element={<Navigate to={ROUTES.matching} replace />} />
      </Routes>
    </>
  )
}

type SiteCoverage = CoverageAnswer['sites'][number]

const number = new Intl.NumberFormat('ru-RU')

/** Number of listings that can be compared. */
const comparable = ({ listings, excluded }: SiteCoverage): number => listings - excluded

/** How far the listings of each site are matched, own site first (specification 21.10). */
function CoverageSection() {
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
