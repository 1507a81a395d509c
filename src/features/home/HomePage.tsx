import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { REPORT_IDS, REPORTS } from '../../../contract/reports/reports.ts'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { FreshnessLine } from '../freshness/FreshnessLine.tsx'
import { MyReports } from '../saved-views/MyReports.tsx'
import { FirstHints } from './FirstHints.tsx'
import { LastReportCard } from './LastReportCard.tsx'
import { labelParts } from './telling-text.ts'
import { Today } from './today/Today.tsx'
import { WaitingPairs } from './WaitingPairs.tsx'
import './home.css'

/**
 * Visual groups of the report cards, by the first letter of the report's code. The order of the cards is that of the
 * codes in every group.
 */
const GROUPS = [
  { group: 'r', name: 'Розница' },
  { group: 'o', name: 'Опт' },
  { group: 'a', name: 'Анализ' },
] as const

/**
 * Home page.
 * @param decisions link to the decided prices; renders nothing if there are none
 */
export default function HomePage({ decisions }: { decisions: ReactNode }) {
  useDocumentTitle('HomePage')
  const whole = useRef<HTMLDivElement>(null)
  return (
    <div ref={whole} className="home" tabIndex={-1}>
      <FirstHints onEnd={() => whole.current?.focus({ preventScroll: true })} />
      <div className="home-freshness">
        <FreshnessLine />
        <WaitingPairs />
      </div>
      <LastReportCard />
      <div className="home-today">
        <Today />
      </div>
      <MyReports />
      {decisions}
      <nav className="cards cards-grouped" aria-label="Отчёты">
        {GROUPS.map(({ group, name }) => (
          <span key={group} className="cards-group" data-group={group} aria-hidden="true">
            {name}
          </span>
        ))}
        {REPORT_IDS.map((id) => {
          const { route, code, title } = REPORTS[id]
          const [before, telling, after] = labelParts(id, title)
          return (
            <Link key={id} to={route} className="card" data-group={code[0]} onKeyDown={followOnSpace}>
              <span className="card-code">{code}</span>
              <span className="card-label" data-told-first={after === '' || undefined}>
                {before}
                <b>{telling}</b>
                {after}
              </span>
            </Link>
          )
        })}
      </nav>
    </div>
  )
}
