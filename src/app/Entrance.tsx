import { useEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { storedToken } from '../data/stored-session.ts'
import LoginPage from '../session/LoginPage.tsx'
import { codeChunk, lazyPart } from '../ui/code-chunk.tsx'
import { Loading } from '../ui/Loading.tsx'
import { chunks } from './pages.ts'
import { notePageShown } from './UpdateNotice.tsx'

const app = codeChunk(() => import('./SignedInRoutes.tsx'))
const SignedInRoutes = lazyPart(app, (code) => code.default, <Loading />)
const passwordReset = codeChunk(() => import('../session/PasswordResetPage.tsx'))
const PasswordReset = lazyPart(passwordReset, (code) => code.PasswordResetPage, <Loading />)

/** Page chunks by path prefix; the first matching prefix is used. */
const PAGE_CHUNKS = [
  ['/export/', chunks.report],
  [`${ROUTES.tyre}/`, chunks.tyre],
  [ROUTES.decisions, chunks.decisions],
  [ROUTES.settings, chunks.admin],
  [ROUTES.users, chunks.admin],
  [ROUTES.audit, chunks.admin],
  [ROUTES.sources, chunks.admin],
  [ROUTES.matching, chunks.admin],
  [ROUTES.profile, chunks.cabinet],
  [ROUTES.home, chunks.home],
] as const

/**
 * Loads the code for a path while the session is being checked. Without a token only the login screen is needed, and
 * nothing is loaded. If loading fails, it is retried when the page is rendered.
 */
export function preloadPages(path: string): void {
  if (storedToken() === null) return
  const page = PAGE_CHUNKS.find(([beginning]) => path.startsWith(beginning))?.[1]
  for (const chunk of [app, ...(page ? [page] : [])]) void chunk.load().catch(() => undefined)
  // These pages are rendered inside the cabinet's frame, which is in another chunk.
  if (page === chunks.admin) void chunks.cabinet.load().catch(() => undefined)
}

/** Routes of the pages that need no session; all other paths belong to the signed-in app. */
export function Entrance() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of path
  useEffect(notePageShown, [pathname])
  return (
    <Routes>
      <Route path={ROUTES.login} element={<LoginPage />} />
      <Route path={ROUTES.passwordReset} element={<PasswordReset />} />
      <Route path="*" element={<SignedInRoutes />} />
    </Routes>
  )
}
