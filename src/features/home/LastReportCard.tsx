import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { choiceParts } from '../report-choice/choice-parts.ts'
import { lastReport } from '../report-choice/last-report.ts'
import { useDefaultDay } from '../report-choice/latest-day.ts'
import { readAddress } from '../report-choice/report-address.ts'

/**
 * Card that reopens the last viewed report with the same choices (specification 2.13). Renders nothing before the first
 * report.
 */
export function LastReportCard() {
  const [last] = useState(lastReport)
  const moves = last?.moves === true
  const { data } = useQuery({ ...companionQuery, enabled: moves })
  const day = useDefaultDay(moves && data?.offers.includes('freshness') === true) ?? isoToday()
  if (!last) return null
  const report = REPORTS[last.id]
  const address = last.addressOn(day)
  const choice = readAddress(report, new URLSearchParams(address.split('?')[1]))
  return (
    <nav className="cards last-report" aria-label="Последний отчёт">
      <Link to={address} className="card" data-group={report.code[0]} onKeyDown={followOnSpace}>
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
