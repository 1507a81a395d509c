import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { SourceList } from './SourceList.tsx'
import { SourceView } from './SourceView.tsx'
import './sources.css'
import { SourceWizard } from './wizard/SourceWizard.tsx'

/** Specification 12.1: the pages of sources, for administrators. */
export default function SourcesPage() {
  // A file dropped on the list goes with its user to the page of the source that it is for.
  const [brought, setBrought] = useState<File | null>(null)
  // What was done on a page that is left then.
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
