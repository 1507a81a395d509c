import { Route, Routes } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { SectionTabs } from '../cabinet/SectionTabs.tsx'
import { BelowSection } from './below/BelowSection.tsx'
import { ListSection } from './list/ListSection.tsx'
import './recommended.css'

const SECTIONS = [
  ['', 'Кто продаёт ниже'],
  ['/list', 'Список цен'],
] as const

/** Page of the recommended prices: who sells below them, and their list (specification 26.11). */
export function RrpPage() {
  useDocumentTitle('РРЦ')
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="recommended-heading">
      <OfferedPage offer="rrp">
        <header className="flex flex-wrap items-center gap-4-16">
          <h1 id="recommended-heading">РРЦ</h1>
          <SectionTabs label="Разделы РРЦ" route={ROUTES.recommended} sections={SECTIONS} />
        </header>
        <Routes>
          <Route index element={<BelowSection />} />
          <Route path="list" element={<ListSection />} />
        </Routes>
      </OfferedPage>
    </section>
  )
}
