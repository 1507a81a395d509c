import { type KeyboardEvent, lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { isoToday } from '../../contract/dates.ts'
import { REPORT_IDS, REPORTS } from '../../contract/reports.ts'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import './home.css'

/** Only a companion server knows. */
const FreshnessLine = lazy(() => import('../freshness/FreshnessLine.tsx'))

/** Links react to Enter natively; the cards react to Space too (specification 2.3). */
function followOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

export default function HomePage() {
  useDocumentTitle('HomePage')
  return (
    <div className="home">
      <div className="home-freshness">
        <Suspense>
          <FreshnessLine day={isoToday()} />
        </Suspense>
      </div>
      <nav className="cards" aria-label="Отчёты">
        {REPORT_IDS.map((id) => {
          const { route, code, title } = REPORTS[id]
          return (
            <Link key={id} to={route} className="card" data-group={code[0]} onKeyDown={followOnSpace}>
              <span className="card-code">{code}</span>
              <span className="card-label">{title}</span>
            </Link>
          )
        })}
      </nav>
    </div>
  )
}
