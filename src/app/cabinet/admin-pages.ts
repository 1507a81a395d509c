/** Pages of the cabinet for administrators and analysts, in one chunk (src/app/pages.ts). */
export { AuditPage } from '../../features/admin/audit/AuditPage.tsx'
export { SettingsPage } from '../../features/admin/settings/SettingsPage.tsx'
export { UsersPage } from '../../features/admin/users/UsersPage.tsx'
export { MatchingPage } from '../../features/matching/MatchingPage.tsx'
export { OutletsPage } from '../../features/outlets/OutletsPage.tsx'
export { SourcesPage } from '../../features/sources/SourcesPage.tsx'
