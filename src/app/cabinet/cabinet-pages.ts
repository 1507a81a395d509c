/** Frame of the cabinet and its pages for all users, in one chunk (src/app/pages.ts). */
export { AccountPage } from '../../features/account/AccountPage.tsx'
export { SecurityPage } from '../../features/account/security/SecurityPage.tsx'
export { NotificationsPage } from '../../features/notifications/NotificationsPage.tsx'
export { PagesPage } from '../../features/pages/PagesPage.tsx'
export { RrpPage } from '../../features/recommended/RrpPage.tsx'
export { RulesPage } from '../../features/rules/RulesPage.tsx'
export { SavedDataPage } from '../../features/saved-data/SavedDataPage.tsx'
export { CabinetFrame } from './CabinetFrame.tsx'
