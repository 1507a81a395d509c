import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { whenFree } from '../lib/when-idle.ts'
import { codeChunk, lazyParts } from '../ui/code-chunk.tsx'
import { Loading } from '../ui/Loading.tsx'

/** Chunks with the code of the signed-in pages. Pages that are visited together share a chunk. */
export const chunks = {
  home: codeChunk(() => import('../features/home/HomePage.tsx')),
  report: codeChunk(() => import('../features/report/ReportPage.tsx')),
  tyre: codeChunk(() => import('../features/tyre/tyre-pages.ts')),
  decide: codeChunk(() => import('../features/decisions/decide.tsx')),
  decisions: codeChunk(() => import('../features/strategies/StrategiesPage.tsx')),
  cabinet: codeChunk(() => import('./cabinet/cabinet-pages.ts')),
  admin: codeChunk(() => import('./cabinet/admin-pages.ts')),
  background: codeChunk(() => whenFree().then(() => import('./background.tsx'))),
  palette: codeChunk(() => import('./palette/Palette.tsx')),
}

/** Fetches the rows of the report at this address (specification 4.32). */
export const prefetchReport = async (queries: QueryClient, at: Location): Promise<void> =>
  (await chunks.report.load()).prefetchFirstPage(queries, at)

const loading = createElement(Loading)

/** Pages of each chunk, which loads when one of them is first rendered. */
export const pages = {
  home: lazyParts(chunks.home, loading),
  report: lazyParts(chunks.report, loading),
  tyre: lazyParts(chunks.tyre, loading),
  decisions: lazyParts(chunks.decisions, loading),
  cabinet: lazyParts(chunks.cabinet, loading),
  admin: lazyParts(chunks.admin, loading),
  /** Search dialog, which a key or a button opens on every page. */
  palette: lazyParts(chunks.palette, loading),
  background: lazyParts(chunks.background),
  decide: lazyParts(chunks.decide),
}
