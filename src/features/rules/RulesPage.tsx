import { Route, Routes } from 'react-router-dom'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { RuleEditorPage } from './editor/RuleEditorPage.tsx'
import { FiringPage } from './firing/FiringPage.tsx'
import { RuleList } from './RuleList.tsx'
import './rules.css'

/** Routes of the pages about rules of notifications (specification 25.7). */
export function RulesPage() {
  return (
    <OfferedPage offer="rules">
      <Routes>
        <Route index element={<RuleList />} />
        <Route path="new" element={<RuleEditorPage />} />
        <Route path="firings/:id" element={<FiringPage />} />
        <Route path=":id" element={<RuleEditorPage />} />
      </Routes>
    </OfferedPage>
  )
}
