import { type ComponentProps, lazy, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { REPORT_IDS, REPORTS } from '../../contract/reports/reports.ts'
import { ROUTES } from '../../contract/routes.ts'
import { Guard } from '../session/Guard.tsx'
import LoginPage from '../session/LoginPage.tsx'
import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Frame } from './Frame.tsx'
import { Later } from './Later.tsx'
import { PinnedViews } from './PinnedViews.tsx'
import {
  AccountPage,
  AuditPage,
  CabinetFrame,
  DecisionsPage,
  HomePage,
  NotificationsPage,
  ReportPage,
  SavedDataPage,
  SecurityPage,
  SettingsPage,
  SourcesPage,
  TyrePage,
  TyrePanel,
  UsersPage,
} from './pages.ts'
import { StoreProblemAlert } from './StoreProblemAlert.tsx'
import { TopBar } from './TopBar.tsx'
import { Unread } from './Unread.tsx'
import { UserQueries } from './UserQueries.tsx'
import { usePushStart } from './usePushStart.ts'
import { useTyreCards } from './useTyreCards.ts'

/** Loaded after the table above which they are displayed, so that the table does not wait for them. */
const loadDecideTable = () => import('../features/decisions/DecideTable.tsx')
const DecideTable = lazy(loadDecideTable)
const DecideTyre = lazy(() => import('../features/decisions/DecideTyre.tsx'))
const DecisionsCard = lazy(() => import('../features/decisions/DecisionsCard.tsx'))

const decideTyre = (about: ComponentProps<typeof DecideTyre>) => (
  <Suspense>
    <DecideTyre {...about} />
  </Suspense>
)

function Guarded() {
  const { username } = useSession()
  usePushStart()
  return (
    <Guard>
      <UserQueries key={username}>
        <Unread />
        <PinnedViews />
        <StoreProblemAlert />
        <Outlet />
        <Later />
      </UserQueries>
    </Guard>
  )
}

/** Route table (specification 2.2); any unknown path shows the login screen. */
export default function SignedInRoutes() {
  const location = useLocation()
  const { background, table, link } = useTyreCards(location)
  const decideTable = (
    <Suspense
      fallback={
        <Button className="decide-button" blocked>
          Решить цены
        </Button>
      }
    >
      <DecideTable table={table} />
    </Suspense>
  )
  // Rendered at a fixed position in the tree, so that the report keeps its state beside the card.
  const panel = background && <TyrePanel location={location} table={table} decide={decideTyre} />
  return (
    <Routes location={background ?? location}>
      <Route element={<Guarded />}>
        <Route
          path={ROUTES.home}
          element={
            <Frame title="Главная страница">
              <HomePage
                decisions={
                  <Suspense>
                    <DecisionsCard />
                  </Suspense>
                }
              />
            </Frame>
          }
        />
        {REPORT_IDS.map((id) => (
          <Route
            key={id}
            path={REPORTS[id].route}
            element={
              <Frame title={REPORTS[id].title} back>
                <ReportPage
                  key={id}
                  id={id}
                  card={link}
                  panel={panel}
                  decide={decideTable}
                  loadDecide={loadDecideTable}
                />
              </Frame>
            }
          />
        ))}
        <Route
          path={`${ROUTES.tyre}/:key`}
          element={
            <Frame title="Карточка шины">
              <TyrePage decide={decideTyre} />
            </Frame>
          }
        />
        <Route
          path={ROUTES.decisions}
          element={
            <Frame title="Решения" back>
              <DecisionsPage />
            </Frame>
          }
        />
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
