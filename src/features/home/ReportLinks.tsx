import { Fragment, useId } from 'react'
import { Link } from 'react-router-dom'
import { REPORT_IDS, REPORTS } from '../../../contract/reports/reports.ts'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { REPORT_GROUPS, SHORT_NAMES } from './report-names.ts'

/**
 * Links to the thirteen reports, in columns by group (specification 2.3). They show only what distinguishes a report
 * from the others of its group; their accessible names and tooltips are the documented titles.
 */
export function ReportLinks() {
  const heading = useId()
  return (
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
  )
}
