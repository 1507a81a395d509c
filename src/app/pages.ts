import { lazyPage } from '../ui/lazy-page.tsx'

/** Loaded on demand, to keep the login screen small. */
export const HomePage = lazyPage(() => import('../features/home/HomePage.tsx'))
export const ReportPage = lazyPage(() => import('../features/report/ReportPage.tsx'))
export const CabinetFrame = lazyPage(() => import('./cabinet/CabinetFrame.tsx'))
export const AccountPage = lazyPage(() => import('../features/account/AccountPage.tsx'))
export const NotificationsPage = lazyPage(() => import('../features/notifications/NotificationsPage.tsx'))
export const SavedDataPage = lazyPage(() => import('../features/saved-data/SavedDataPage.tsx'))
export const SecurityPage = lazyPage(() => import('../features/account/security/SecurityPage.tsx'))
export const UsersPage = lazyPage(() => import('../features/admin/users/UsersPage.tsx'))
export const AuditPage = lazyPage(() => import('../features/admin/audit/AuditPage.tsx'))
export const SourcesPage = lazyPage(() => import('../features/sources/SourcesPage.tsx'))
export const SettingsPage = lazyPage(() => import('../features/admin/settings/SettingsPage.tsx'))
/** Opened by a key or a button of every page. */
export const Palette = lazyPage(() => import('./palette/Palette.tsx'))
export const TyrePage = lazyPage(() => import('../features/tyre/TyrePage.tsx'))
export const DecisionsPage = lazyPage(() => import('../features/decisions/DecisionsPage.tsx'))
export const TyrePanel = lazyPage(() => import('../features/tyre/TyrePanel.tsx'))
