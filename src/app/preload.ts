import { ROUTES } from '../../contract/routes.ts'
import { storedToken } from '../data/stored-session.ts'
import { SignedInApp } from './Entrance.tsx'
import {
  AccountPage,
  AuditPage,
  CabinetFrame,
  HomePage,
  NotificationsPage,
  ReportPage,
  SavedDataPage,
  SecurityPage,
  SettingsPage,
  SourcesPage,
  TyrePage,
  UsersPage,
} from './pages.ts'

/** The rows of a report, beside its code and the session check. */
const askFirstPage = async () =>
  (await import('../features/report/ReportPage.tsx')).askFirstPage(window.location)

/** Pages to preload for each path prefix; the first match counts. */
const PAGES: readonly (readonly [string, readonly { preload(): Promise<void> }[]])[] = [
  ['/export/', [{ preload: askFirstPage }, ReportPage]],
  [`${ROUTES.tyre}/`, [TyrePage]],
  [ROUTES.notifications, [CabinetFrame, NotificationsPage]],
  [ROUTES.saved, [CabinetFrame, SavedDataPage]],
  [ROUTES.settings, [CabinetFrame, SettingsPage]],
  [ROUTES.security, [CabinetFrame, SecurityPage]],
  [ROUTES.users, [CabinetFrame, UsersPage]],
  [ROUTES.audit, [CabinetFrame, AuditPage]],
  [ROUTES.sources, [CabinetFrame, SourcesPage]],
  [ROUTES.profile, [CabinetFrame, AccountPage]],
  [ROUTES.home, [HomePage]],
]

/**
 * Loads the code for this address in parallel while the session is being checked. Without a token, only the login
 * screen is needed. A failed load is retried when the page is displayed.
 */
export function preloadPages(path: string): void {
  if (storedToken() === null) return
  const shown = PAGES.find(([beginning]) => path.startsWith(beginning))?.[1] ?? []
  for (const one of [SignedInApp, ...shown]) void one.preload().catch(() => undefined)
}
