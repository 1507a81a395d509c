import { Route, Routes } from 'react-router-dom'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { OutletFormPage } from './form/OutletFormPage.tsx'
import { OutletList } from './OutletList.tsx'
import { OutletView } from './OutletView.tsx'
import './outlets.css'

/** Routes of the pages about outlets, for analysts and administrators (specification 24.7). */
export function OutletsPage() {
  return (
    <OfferedPage offer="outlets">
      <Routes>
        <Route index element={<OutletList />} />
        <Route path="new" element={<OutletFormPage />} />
        <Route path=":id" element={<OutletView />} />
        <Route path=":id/edit" element={<OutletFormPage />} />
      </Routes>
    </OfferedPage>
  )
}
