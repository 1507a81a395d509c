import { lazyPage } from '../ui/lazy-page.tsx'

/** Loaded on demand, to keep the login screen small. */
export const HomePage = lazyPage(() => import('../home/HomePage.tsx'))
export const ReportPage = lazyPage(() => import('../reports/ReportPage.tsx'))
export const CabinetFrame = lazyPage(() => import('../cabinet/CabinetFrame.tsx'))
export const AccountPage = lazyPage(() => import('../cabinet/account/AccountPage.tsx'))
export const NotificationsPage = lazyPage(() => import('../cabinet/notifications/NotificationsPage.tsx'))
export const SavedDataPage = lazyPage(() => import('../cabinet/saved/SavedDataPage.tsx'))
export const SecurityPage = lazyPage(() => import('../cabinet/security/SecurityPage.tsx'))
export const UsersPage = lazyPage(() => import('../cabinet/users/UsersPage.tsx'))
export const AuditPage = lazyPage(() => import('../cabinet/audit/AuditPage.tsx'))
export const SourcesPage = lazyPage(() => import('../cabinet/sources/SourcesPage.tsx'))
export const SettingsPage = lazyPage(() => import('../cabinet/settings/SettingsPage.tsx'))
/** Opened by a key or a button of every page. */
export const Palette = lazyPage(() => import('./palette/Palette.tsx'))
export const TyrePage = lazyPage(() => import('../tyre/TyrePage.tsx'))
export const DecisionsPage = lazyPage(() => import('../decisions/DecisionsPage.tsx'))
export const TyrePanel = lazyPage(() => import('../tyre/TyrePanel.tsx'))
