/**
 * Frame of the cabinet, its pages for all users, the totals, and the installation's pages, which contain sections of the
 * account page, in one chunk (src/app/pages.ts).
 */
export { AccountPage } from '../../features/account/AccountPage.tsx'
export { SecurityPage } from '../../features/account/security/SecurityPage.tsx'
export { StatusPages } from '../../features/installation/StatusPage.tsx'
export { NotificationsPage } from '../../features/notifications/NotificationsPage.tsx'
export { PagesPage } from '../../features/pages/PagesPage.tsx'
export { RrpPage } from '../../features/recommended/RrpPage.tsx'
export { RulesPage } from '../../features/rules/RulesPage.tsx'
export { SavedDataPage } from '../../features/saved-data/SavedDataPage.tsx'
export { TotalsPage } from '../../features/totals/TotalsPage.tsx'
export { CabinetFrame } from './CabinetFrame.tsx'
