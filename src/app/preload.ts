import { ROUTES } from '../../contract/routes.ts'
import { storedToken } from '../api/stored-session.ts'
import { SignedInRoutes } from './AppRoutes.tsx'
import {
  AccountPage,
  CabinetFrame,
  HomePage,
  NotificationsPage,
  ReportPage,
  SavedDataPage,
  SettingsPage,
} from './pages.ts'

/** What a path begins with, and the pages that it shows; the first that fits counts. */
const PAGES: readonly (readonly [string, readonly { preload(): Promise<void> }[]])[] = [
  ['/export/', [ReportPage]],
  [ROUTES.notifications, [CabinetFrame, NotificationsPage]],
  [ROUTES.saved, [CabinetFrame, SavedDataPage]],
  [ROUTES.settings, [CabinetFrame, SettingsPage]],
  [ROUTES.profile, [CabinetFrame, AccountPage]],
  [ROUTES.home, [HomePage]],
]

/**
 * Fetches what this address will show side by side, while the session is still being checked. Whoever has no token goes to
 * the login screen. What fails here is asked for again when it is shown.
 */
export function preloadPages(path: string): void {
  if (storedToken() === null) return
  const shown = PAGES.find(([beginning]) => path.startsWith(beginning))?.[1] ?? []
  for (const one of [SignedInRoutes, ...shown]) void one.preload().catch(() => undefined)
}
