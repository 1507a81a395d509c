import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { SourceList } from './SourceList.tsx'
import { SourceView } from './SourceView.tsx'
import './sources.css'
import { SourceWizard } from './wizard/SourceWizard.tsx'

/** Routes of the pages about sources, for administrators (specification 12.1). */
export function SourcesPage() {
  // File that was dropped on the list, for the page of its source.
  const [brought, setBrought] = useState<File | null>(null)
  // Message about an action that navigated back to the list.
  const [said, setSaid] = useState<string | null>(null)
  const taken = () => setBrought(null)
  return (
    <OfferedPage offer="sources">
      <Routes>
        <Route index element={<SourceList onBring={setBrought} said={said} onSaid={setSaid} />} />
        <Route path="new" element={<SourceWizard brought={brought} onTaken={taken} />} />
        <Route path=":id" element={<SourceView brought={brought} onTaken={taken} onLeft={setSaid} />} />
        <Route path=":id/edit" element={<SourceWizard brought={null} onTaken={taken} />} />
      </Routes>
    </OfferedPage>
  )
}
