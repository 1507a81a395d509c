import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import { REPORT_IDS, REPORTS } from '../../contract/reports.ts'
import { ROUTES } from '../../contract/routes.ts'
import { UnreadWatch } from '../cabinet/notifications/UnreadWatch.tsx'
import { Guard } from '../session/Guard.tsx'
import LoginPage from '../session/LoginPage.tsx'
import { useSession } from '../session/useSession.ts'
import { Frame } from './Frame.tsx'
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
  UsersPage,
} from './pages.ts'
import { StoreProblemAlert } from './StoreProblemAlert.tsx'
import { TopBar } from './TopBar.tsx'
import { UserQueries } from './UserQueries.tsx'
import { usePushStart } from './usePushStart.ts'

function Guarded() {
  const { username } = useSession()
  usePushStart()
  return (
    <Guard>
      <UserQueries key={username}>
        <UnreadWatch />
        <StoreProblemAlert />
        <Outlet />
      </UserQueries>
    </Guard>
  )
}

/** Specification 2.2: the route table; any unknown path shows the login screen. */
export default function SignedInRoutes() {
  return (
    <Routes>
      <Route element={<Guarded />}>
        <Route
          path={ROUTES.home}
          element={
            <Frame title="Главная страница">
              <HomePage />
            </Frame>
          }
        />
        {REPORT_IDS.map((id) => (
          <Route
            key={id}
            path={REPORTS[id].route}
            element={
              <Frame title={REPORTS[id].title} back>
                <ReportPage key={id} id={id} />
              </Frame>
            }
          />
        ))}
        <Route path={ROUTES.profile} element={<CabinetFrame bar={<TopBar />} />}>
          <Route index element={<Navigate to={ROUTES.account} replace />} />
          <Route path={ROUTES.account} element={<AccountPage />} />
          <Route path={ROUTES.notifications} element={<NotificationsPage />} />
          <Route path={ROUTES.settings} element={<SettingsPage />} />
          <Route path={ROUTES.saved} element={<SavedDataPage />} />
          <Route path={ROUTES.security} element={<SecurityPage />} />
          <Route path={ROUTES.users} element={<UsersPage />} />
          <Route path={ROUTES.audit} element={<AuditPage />} />
          <Route path={`${ROUTES.sources}/*`} element={<SourcesPage />} />
        </Route>
      </Route>
      <Route path="*" element={<LoginPage />} />
    </Routes>
  )
}
