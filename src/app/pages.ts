import { createElement } from 'react'
import { whenIdle } from '../pwa/when-idle.ts'
import { codeChunk, lazyPart } from '../ui/code-chunk.tsx'
import { Loading } from '../ui/Loading.tsx'

/** Code of the signed-in pages, one chunk for those that are visited together. */
export const chunks = {
  home: codeChunk(() => import('../features/home/HomePage.tsx')),
  report: codeChunk(() => import('../features/report/ReportPage.tsx')),
  tyre: codeChunk(() => import('../features/tyre/tyre-pages.ts')),
  decide: codeChunk(() => import('../features/decisions/decide.ts')),
  decisions: codeChunk(() => import('../features/decisions/DecisionsPage.tsx')),
  cabinet: codeChunk(() => import('./cabinet/cabinet-pages.ts')),
  admin: codeChunk(() => import('./cabinet/admin-pages.ts')),
  background: codeChunk(() => whenIdle().then(() => import('./background.tsx'))),
  palette: codeChunk(() => import('./palette/Palette.tsx')),
}

const loading = createElement(Loading)

export const HomePage = lazyPart(chunks.home, (code) => code.default, loading)
export const ReportPage = lazyPart(chunks.report, (code) => code.default, loading)
export const TyrePage = lazyPart(chunks.tyre, (code) => code.TyrePage, loading)
export const TyrePanel = lazyPart(chunks.tyre, (code) => code.TyrePanel, loading)
export const DecisionsPage = lazyPart(chunks.decisions, (code) => code.default, loading)
export const CabinetFrame = lazyPart(chunks.cabinet, (code) => code.CabinetFrame, loading)
export const AccountPage = lazyPart(chunks.cabinet, (code) => code.AccountPage, loading)
export const NotificationsPage = lazyPart(chunks.cabinet, (code) => code.NotificationsPage, loading)
export const SavedDataPage = lazyPart(chunks.cabinet, (code) => code.SavedDataPage, loading)
export const SecurityPage = lazyPart(chunks.cabinet, (code) => code.SecurityPage, loading)
export const SettingsPage = lazyPart(chunks.admin, (code) => code.SettingsPage, loading)
export const UsersPage = lazyPart(chunks.admin, (code) => code.UsersPage, loading)
export const AuditPage = lazyPart(chunks.admin, (code) => code.AuditPage, loading)
export const SourcesPage = lazyPart(chunks.admin, (code) => code.SourcesPage, loading)
/** Opened by a key or a button on every page. */
export const Palette = lazyPart(chunks.palette, (code) => code.default, loading)
export const InstallSteps = lazyPart(chunks.background, (code) => code.InstallSteps)
export const DecideTyre = lazyPart(chunks.decide, (code) => code.DecideTyre)
