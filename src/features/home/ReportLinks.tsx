import { useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { Link } from 'react-router-dom'
import { REPORT_IDS, REPORTS } from '../../../contract/reports/reports.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { REPORT_GROUPS, SHORT_NAMES } from './report-names.ts'

/**
 * Links to the thirteen reports, in columns by group (specification 2.3). They show only what distinguishes a report
 * from the others of its group; their accessible names and tooltips are the documented titles.
 */
export function ReportLinks() {
  const heading = useId()
  return (
    <div className="home-reports">
      <nav aria-labelledby={heading}>
        <h2 id={heading} className="home-heading">
          Отчёты
        </h2>
        <div className="report-links">
          {REPORT_GROUPS.map(({ group, name }) => (
            <Fragment key={group}>
              <span className="report-group" data-group={group} aria-hidden="true">
                {name}
              </span>
              {REPORT_IDS.filter((id) => REPORTS[id].code.startsWith(group)).map((id) => (
                <Link
                  key={id}
                  to={REPORTS[id].route}
                  className="report-link"
                  data-group={group}
                  title={REPORTS[id].title}
                  onKeyDown={followOnSpace}
                >
                  <span className="card-code">{REPORTS[id].code}</span>{' '}
                  <span className="visually-hidden">{REPORTS[id].title}</span>
                  <span aria-hidden="true">{SHORT_NAMES[id]}</span>
                </Link>
              ))}
            </Fragment>
          ))}
        </div>
      </nav>
      <TotalsLink />
    </div>
  )
}

/** Link to the totals, beside the heading of the reports; renders nothing before another backend. */
function TotalsLink() {
  const { data } = useQuery(companionQuery)
  if (!data?.offers.includes('totals')) return null
  return (
    <Link className="home-totals" to={ROUTES.totals} onKeyDown={followOnSpace}>
      Итоги недели и месяца
    </Link>
  )
}
