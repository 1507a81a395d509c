import { useState } from 'react'
import { Link } from 'react-router-dom'
import { REPORTS } from '../../contract/reports.ts'
import { choiceParts } from '../report-choice/choice-parts.ts'
import { lastReport } from '../report-choice/last-report.ts'
import { readAddress } from '../report-choice/report-address.ts'
import { followOnSpace } from '../ui/follow-on-space.ts'

/** The report that was looked at last, as it was (specification 2.13); nothing before the first one. */
export function LastReportCard() {
  const [last] = useState(lastReport)
  if (!last) return null
  const report = REPORTS[last.id]
  const choice = readAddress(report, new URLSearchParams(last.address.split('?')[1]))
  return (
    <nav className="cards last-report" aria-label="Последний отчёт">
      <Link to={last.address} className="card" data-group={report.code[0]} onKeyDown={followOnSpace}>
        <span className="card-code">{report.code}</span>{' '}
        <span className="card-label">
          {report.title}{' '}
          <span className="card-choice">
            {['Последний отчёт', ...(choice ? choiceParts(choice) : [])].join(' · ')}
          </span>
        </span>
      </Link>
    </nav>
  )
}
