import { storedToken } from '../api/stored-session.ts'
import { part } from '../ui/part.tsx'

/** Everything behind the sign-in comes when it is needed: the login screen stays small. */
export const SignedInRoutes = part(() => import('./SignedInRoutes.tsx'))
export const HomePage = part(() => import('../home/HomePage.tsx'))
export const ReportPage = part(() => import('../reports/ReportPage.tsx'))
export const CabinetFrame = part(() => import('../cabinet/CabinetFrame.tsx'))
export const AccountPage = part(() => import('../cabinet/account/AccountPage.tsx'))
export const NotificationsPage = part(() => import('../cabinet/notifications/NotificationsPage.tsx'))
export const SavedDataPage = part(() => import('../cabinet/saved/SavedDataPage.tsx'))
export const SettingsPage = part(() => import('../cabinet/settings/SettingsPage.tsx'))

/** What a path begins with, and the parts that it shows; the first that fits counts. */
const PARTS: readonly (readonly [string, readonly { preload(): Promise<void> }[]])[] = [
  ['/export/', [ReportPage]],
  ['/profile/notifications', [CabinetFrame, NotificationsPage]],
  ['/profile/saved', [CabinetFrame, SavedDataPage]],
  ['/profile/settings', [CabinetFrame, SettingsPage]],
  ['/profile', [CabinetFrame, AccountPage]],
  ['/', [HomePage]],
]

/**
 * Fetches what this address will show side by side, while the session is still being checked. Whoever has no token goes to
 * the login screen. What fails here is asked for again when it is shown.
 */
export function preloadParts(path: string): void {
  if (storedToken() === null) return
  const shown = PARTS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? []
  for (const one of [SignedInRoutes, ...shown]) void one.preload().catch(() => undefined)
}
