import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { isoToday } from '../../../contract/lib/dates.ts'
import { COMPETITORS_LABEL } from '../../../contract/reports/competitors.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { choiceParts } from '../report-choice/choice-parts.ts'
import { lastReport } from '../report-choice/last-report.ts'
import { useDefaultDay } from '../report-choice/latest-day.ts'
import { readAddress } from '../report-choice/report-address.ts'
import { readView } from '../report-choice/view.ts'
import { groupedName } from './report-names.ts'

/**
 * Card that reopens the last viewed report with the same choices (specification 2.13). Renders nothing before the first
 * report.
 */
export function LastReportCard() {
  const heading = useId()
  const [last] = useState(lastReport)
  const moves = last?.moves === true
  const { data } = useQuery({ ...companionQuery, enabled: moves })
  const day = useDefaultDay(moves && data?.offers.includes('freshness') === true) ?? isoToday()
  if (!last) return null
  const report = REPORTS[last.id]
  const address = last.addressOn(day)
  const query = new URLSearchParams(address.split('?')[1])
  const choice = readAddress(report, query)
  const words = [
    ...(choice ? choiceParts(choice) : []),
    ...(readView(query).competitors ? [COMPETITORS_LABEL] : []),
  ].join(' · ')
  return (
    <nav className="last-report" aria-labelledby={heading}>
      <h2 id={heading} className="home-heading">
        Последний отчёт
      </h2>
      <Link
        to={address}
        className="card"
        data-group={report.code[0]}
        title={report.title}
        onKeyDown={followOnSpace}
      >
        <span className="card-code">{report.code}</span>{' '}
        <span className="card-label">
          <b aria-hidden="true">{groupedName(last.id, report.code)}</b>
          <span className="visually-hidden">{report.title}</span> <span className="card-choice">{words}</span>
        </span>
      </Link>
    </nav>
  )
}
