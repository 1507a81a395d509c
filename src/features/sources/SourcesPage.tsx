import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import type { StoredFile } from '../../../contract/sources/guess.ts'
import { SHARED_FILES } from '../../../contract/worker/shell-files.ts'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { SourceList } from './SourceList.tsx'
import { SourceView } from './SourceView.tsx'
import { SharedPage } from './shared/SharedPage.tsx'
import './sources.css'
import { SourceWizard } from './wizard/SourceWizard.tsx'

const SHARED = SHARED_FILES.slice(ROUTES.sources.length + 1)

/** Routes of the pages about sources, for administrators (specification 12.1). */
export function SourcesPage() {
  // File that was dropped on the list, or shared with the app, for the page of its source.
  const [brought, setBrought] = useState<File | StoredFile | null>(null)
  // Message about an action that navigated back to the list.
  const [said, setSaid] = useState<string | null>(null)
  const taken = () => setBrought(null)
  return (
    <Routes>
      {/* Files arrive here also for people without sources, who are told so. */}
      <Route path={SHARED} element={<SharedPage onBring={setBrought} />} />
      <Route
        path="*"
        element={
          <OfferedPage offer="sources">
            <Routes>
              <Route index element={<SourceList onBring={setBrought} said={said} onSaid={setSaid} />} />
              <Route path="new" element={<SourceWizard brought={brought} onTaken={taken} />} />
              <Route
                path=":id"
                element={
                  <SourceView brought={brought} onBring={setBrought} onTaken={taken} onLeft={setSaid} />
                }
              />
              <Route path=":id/edit" element={<SourceWizard brought={brought} onTaken={taken} />} />
            </Routes>
          </OfferedPage>
        }
      />
    </Routes>
  )
}
