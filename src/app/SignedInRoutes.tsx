import { type ComponentProps, useEffect } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { STATUS_ROUTE } from '../../contract/installation/installation-paths.ts'
import { SETUP_ROUTE } from '../../contract/installation/setup-route.ts'
import { REPORT_IDS, REPORTS } from '../../contract/reports/reports.ts'
import { ROUTES } from '../../contract/routes.ts'
import { Guard } from '../session/Guard.tsx'
import LoginPage from '../session/LoginPage.tsx'
import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart, useChunk } from '../ui/code-chunk.tsx'
import { handOver } from './last-screen/hand-over.ts'
import { chunks, pages } from './pages.ts'
import { Frame, TopBar } from './TopBar.tsx'
import { survivePageTranslation } from './translated-page.ts'
import { unreadCount } from './UserMenu.tsx'
import { UserQueries } from './UserQueries.tsx'
import { useTyreCards } from './useTyreCards.ts'

survivePageTranslation()

const DecideTable = lazyPart(
  chunks.decide,
  (code) => code.DecideTable,
  <Button className="decide-button" blocked>
    Решить цены
  </Button>,
)

const { cabinet, admin } = pages
const StatusPages = lazyPart(chunks.cabinet, (code) => code.StatusPages)

const decideTyre = (about: ComponentProps<typeof pages.decide.DecideTyre>) => (
  <pages.decide.DecideTyre {...about} />
)

/** Pages below the top bar, besides the reports. */
const FRAMED_PAGES = [
  { path: ROUTES.home, title: 'Главная страница', page: <pages.home.default /> },
  { path: `${ROUTES.tyre}/:key`, title: 'Карточка шины', page: <pages.tyre.TyrePage decide={decideTyre} /> },
  { path: `${ROUTES.decisions}/*`, title: 'Решения', back: true, page: <pages.decisions.default /> },
  { path: ROUTES.totals, title: 'Итоги', back: true, page: <cabinet.TotalsPage /> },
]

/** Pages of the cabinet; those that end in '/*' have routes of their own. */
const CABINET_PAGES = [
  [ROUTES.account, cabinet.AccountPage],
  [ROUTES.notifications, cabinet.NotificationsPage],
  [ROUTES.settings, admin.SettingsPage],
  [ROUTES.saved, cabinet.SavedDataPage],
  [ROUTES.pages, cabinet.PagesPage],
  [`${ROUTES.rules}/*`, cabinet.RulesPage],
  [`${ROUTES.recommended}/*`, cabinet.RrpPage],
  [ROUTES.security, cabinet.SecurityPage],
  [ROUTES.users, admin.UsersPage],
  [ROUTES.audit, admin.AuditPage],
  [`${STATUS_ROUTE}/*`, StatusPages],
  [`${ROUTES.sources}/*`, admin.SourcesPage],
  [`${ROUTES.outlets}/*`, admin.OutletsPage],
  [`${ROUTES.matching}/*`, admin.MatchingPage],
] as const

function Guarded() {
  const { username } = useSession()
  const background = useChunk(chunks.background)
  return (
    <UserQueries key={username}>
      <Guard>
        {background && <background.StoreProblemAlert />}
        {background && <background.ClockAlert />}
        <Outlet />
        {background && <background.Background onUnread={unreadCount.set} />}
      </Guard>
    </UserQueries>
  )
}

/** Route table (specification 2.2). Unknown paths show the login screen. */
export default function SignedInRoutes() {
  const location = useLocation()
  const { background, table, link } = useTyreCards(location)
  useEffect(handOver, [])
  // Rendered at the same position in the tree with and without a card, so that the report keeps its state.
  const panel = background && <pages.tyre.TyrePanel location={location} table={table} decide={decideTyre} />
  return (
    <Routes location={background ?? location}>
      <Route element={<Guarded />}>
        {FRAMED_PAGES.map(({ path, page, ...frame }) => (
          <Route key={path} path={path} element={<Frame {...frame}>{page}</Frame>} />
        ))}
        {REPORT_IDS.map((id) => (
          <Route
            key={id}
            path={REPORTS[id].route}
            element={
              <Frame title={REPORTS[id].title} back>
                <pages.report.ReportPage
                  key={id}
                  id={id}
                  card={link}
                  panel={panel}
                  decide={<DecideTable table={table} />}
                  preloadDecide={chunks.decide.preload}
                />
              </Frame>
            }
          />
        ))}
        <Route path={ROUTES.profile} element={<cabinet.CabinetFrame bar={<TopBar />} />}>
          <Route index element={<Navigate to={ROUTES.account} replace />} />
          {CABINET_PAGES.map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Route>
      </Route>
      <Route path={SETUP_ROUTE} element={<StatusPages />} />
      <Route path="*" element={<LoginPage />} />
    </Routes>
  )
}
