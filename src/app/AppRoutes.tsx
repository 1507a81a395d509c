import { Route, Routes } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import LoginPage from '../session/LoginPage.tsx'
import { lazyPage } from '../ui/lazy-page.tsx'

/** Loaded on demand, to keep the login screen small. */
const PasswordResetPage = lazyPage(() => import('../session/PasswordResetPage.tsx'))
export const SignedInRoutes = lazyPage(() => import('./SignedInRoutes.tsx'))

export function AppRoutes() {
  return (
    <Routes>
      <Route path={ROUTES.login} element={<LoginPage />} />
      <Route path={ROUTES.passwordReset} element={<PasswordResetPage />} />
      <Route path="*" element={<SignedInRoutes />} />
    </Routes>
  )
}
