import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, NavLink, Route, Routes } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { coverageQuery, linesQuery } from '../../data/matching-queries.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { CoverageSection } from './CoverageSection.tsx'
import { FilesSection } from './FilesSection.tsx'
import { LinesSection } from './LinesSection.tsx'
import { createPairQueue, type PairQueue } from './pair-queue.ts'
import { QueueSection } from './QueueSection.tsx'
import './matching.css'

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
        <nav className="flex gap-4" aria-label="Разделы сопоставления">
          {SECTIONS.map(([path, label]) => (
            <NavLink key={path} to={ROUTES.matching + path} end className="section-tab">
              {label}
            </NavLink>
          ))}
        </nav>
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
