import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import LoginPage from '../session/LoginPage.tsx'
import { Loading } from '../ui/Loading.tsx'

// Everything behind the sign-in comes when it is needed: the login screen stays small.
const SignedInRoutes = lazy(() => import('./SignedInRoutes.tsx'))

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route
        path="*"
        element={
          <Suspense fallback={<Loading />}>
            <SignedInRoutes />
          </Suspense>
        }
      />
    </Routes>
  )
}
