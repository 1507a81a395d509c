import { Route, Routes, useLocation } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { SetupPage } from './first/SetupPage.tsx'
import { StatusPage } from './StatusPage.tsx'
import { SetupStepsPage } from './setup/SetupStepsPage.tsx'
import './status.css'

/**
 * Pages about the installation (specification 28.2, 28.3, 28.6): for administrators, and without a session the one that creates the
 * first of them.
 */
export function StatusPages() {
  if (!useLocation().pathname.startsWith(STATUS_ROUTE)) return <SetupPage />
  return (
    <OfferedPage offer="status">
      <Routes>
        <Route index element={<StatusPage />} />
        <Route path="setup" element={<SetupStepsPage />} />
      </Routes>
    </OfferedPage>
  )
}
