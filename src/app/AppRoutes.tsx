import { Route, Routes } from 'react-router-dom'
import LoginPage from '../session/LoginPage.tsx'
import { SignedInRoutes } from './pages.ts'

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="*" element={<SignedInRoutes />} />
    </Routes>
  )
}
