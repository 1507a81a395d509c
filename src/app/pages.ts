import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { whenFree } from '../lib/when-idle.ts'
import { codeChunk, lazyPart } from '../ui/code-chunk.tsx'
import { Loading } from '../ui/Loading.tsx'

/** Chunks with the code of the signed-in pages. Pages that are visited together share a chunk. */
export const chunks = {
  home: codeChunk(() => import('../features/home/HomePage.tsx')),
  report: codeChunk(() => import('../features/report/ReportPage.tsx')),
  tyre: codeChunk(() => import('../features/tyre/tyre-pages.ts')),
  decide: codeChunk(() => import('../features/decisions/decide.ts')),
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

/** Pages and panels; each loads its chunk when it is first rendered. */
export const pages = {
  HomePage: lazyPart(chunks.home, (code) => code.default, loading),
  ReportPage: lazyPart(chunks.report, (code) => code.ReportPage, loading),
  TyrePage: lazyPart(chunks.tyre, (code) => code.TyrePage, loading),
  TyrePanel: lazyPart(chunks.tyre, (code) => code.TyrePanel, loading),
  DecisionsPage: lazyPart(chunks.decisions, (code) => code.default, loading),
  CabinetFrame: lazyPart(chunks.cabinet, (code) => code.CabinetFrame, loading),
  AccountPage: lazyPart(chunks.cabinet, (code) => code.AccountPage, loading),
  NotificationsPage: lazyPart(chunks.cabinet, (code) => code.NotificationsPage, loading),
  SavedDataPage: lazyPart(chunks.cabinet, (code) => code.SavedDataPage, loading),
  PagesPage: lazyPart(chunks.cabinet, (code) => code.PagesPage, loading),
  RrpPage: lazyPart(chunks.cabinet, (code) => code.RrpPage, loading),
  RulesPage: lazyPart(chunks.cabinet, (code) => code.RulesPage, loading),
  TotalsPage: lazyPart(chunks.cabinet, (code) => code.TotalsPage, loading),
  SecurityPage: lazyPart(chunks.cabinet, (code) => code.SecurityPage, loading),
  SettingsPage: lazyPart(chunks.admin, (code) => code.SettingsPage, loading),
  UsersPage: lazyPart(chunks.admin, (code) => code.UsersPage, loading),
  AuditPage: lazyPart(chunks.admin, (code) => code.AuditPage, loading),
  SourcesPage: lazyPart(chunks.admin, (code) => code.SourcesPage, loading),
  OutletsPage: lazyPart(chunks.admin, (code) => code.OutletsPage, loading),
  MatchingPage: lazyPart(chunks.admin, (code) => code.MatchingPage, loading),
  /** Search dialog, which a key or a button opens on every page. */
  Palette: lazyPart(chunks.palette, (code) => code.default, loading),
  MenuGroups: lazyPart(chunks.background, (code) => code.MenuGroups),
  InstallSteps: lazyPart(chunks.background, (code) => code.InstallSteps),
  DecideTyre: lazyPart(chunks.decide, (code) => code.DecideTyre),
}
