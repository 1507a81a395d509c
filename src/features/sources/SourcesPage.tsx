import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { SourceList } from './SourceList.tsx'
import { SourceView } from './SourceView.tsx'
import './sources.css'
import { SourceWizard } from './wizard/SourceWizard.tsx'

/** Pages of sources, for administrators (specification 12.1). */
export function SourcesPage() {
  // A file dropped on the list is passed on to the page of its source.
  const [brought, setBrought] = useState<File | null>(null)
  // message about an action on a page that was then left
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
